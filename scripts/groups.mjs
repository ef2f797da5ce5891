// Puts what several parts share into files, and prints the sizes of the modules in each:
//   node scripts/groups.mjs FOLDER PREFIX
// The splitter makes a module for each set of parts that share something. They are small and many: one file
// for all, one module behind the other; but what only one calculator needs, or none, is not sent to the others.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder, prefix] = process.argv.slice(2);
const links = readFileSync(join(folder, "__wasm_split.js"), "utf8");
const reading = ["front", "glossary", "evidence"];
// What no calculator's first answer waits for.
const isLate = (name) => reading.includes(name) || name === "extras" || name.endsWith("runs");
const groups = {};
for (const [, parts, chunk] of links.matchAll(/\/\* ([\w, ]+) \*\/\s*const __(chunk_\d+) = /g)) {
  const names = parts.split(", ");
  const calculators = names.filter((name) => !isLate(name));
  const isPage = names.includes("front") || names.includes("glossary");
  const key = calculators.length > 1 ? "common" : calculators[0] ?? (isPage ? "pages" : "late");
  const group = (groups[key] ??= { names: new Set(), modules: [] });
  names.forEach((name) => group.names.add(name));
  group.modules.push(bare(readFileSync(join(folder, chunk + ".wasm"))));
}
// A file is named by the parts that need it.
const files = {};
for (const [name, { names, modules }] of Object.entries(groups)) {
  files[name === "common" ? name : [...names].sort().join("-")] = modules;
}
const sizes = {};
for (const [file, modules] of Object.entries(files)) {
  writeFileSync(`${prefix}-${file}.bin`, Buffer.concat(modules));
  sizes[file] = modules.map((module) => module.length);
}
process.stdout.write(JSON.stringify(sizes).slice(1, -1));

// A module without names and notes.
function bare(wasm) {
  const kept = [wasm.subarray(0, 8)];
  for (let at = 8; at < wasm.length; ) {
    const start = at;
    const id = wasm[at++];
    let size = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++];
      size += (byte & 127) * 2 ** shift;
      if (byte < 128) break;
    }
    at += size;
    if (id !== 0) kept.push(wasm.subarray(start, at));
  }
  return Buffer.concat(kept);
}
