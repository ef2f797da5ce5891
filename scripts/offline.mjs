// Writes sw.js into a built page: static/sw.js with the names and hashes of the files it keeps.
//   node scripts/offline.mjs FOLDER
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const template = readFileSync(new URL("../static/sw.js", import.meta.url), "utf8");
const HASHED = /-[0-9a-f]{8,16}[-_.]/;

const names = readdirSync(folder)
  .filter((name) => HASHED.test(name) || name === "index.html" || name === "embed.js")
  .sort();
const hash = (bytes) => createHash("sha256").update(bytes);
const files = Object.fromEntries(
  names.map((name) => [name, "sha256-" + hash(readFileSync(join(folder, name))).digest("base64")]),
);
const list = JSON.stringify(files, null, 2);

let worker = template;
for (const [empty, full] of [
  ["const FILES = {};", `const FILES = ${list};`],
  ['const VERSION = "";', `const VERSION = "${hash(list + template).digest("hex").slice(0, 16)}";`],
]) {
  if (worker.split(empty).length !== 2) throw new Error(`static/sw.js has no single line "${empty}"`);
  worker = worker.replace(empty, () => full);
}
writeFileSync(join(folder, "sw.js"), worker);
