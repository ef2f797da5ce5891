// Puts what several parts share into files, and prints the sizes of the modules in each:
//   node scripts/groups.mjs FOLDER PREFIX
// The splitter makes a module for each set of parts that share something. They are small and many: one file
// for all, one module behind the other; but what the pages to read share with each other, or with one
// calculator, such as its stories, nobody else needs.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [folder, prefix] = process.argv.slice(2);
const links = readFileSync(join(folder, "__wasm_split.js"), "utf8");
const reading = ["front", "glossary", "evidence"];
const groups = {};
for (const [, parts, chunk] of links.matchAll(/\/\* ([\w, ]+) \*\/\s*const __(chunk_\d+) = /g)) {
  const names = parts.split(", ");
  // A calculator and its simulation are one.
  const of = (name) => name.replace(/_runs$/, "");
  const others = [...new Set(names.filter((name) => !reading.includes(name)).map(of))];
  const isOwn = others.length <= 1 && names.length > 1;
  const group = (groups[isOwn ? others.join() : "common"] ??= { names: new Set(), modules: [] });
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
