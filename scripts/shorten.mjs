// Gives the functions that the WebAssembly imports from its glue short names, in both:
//   node scripts/shorten.mjs page_bg.wasm page.js
// wasm-bindgen names each after the function and a hash, which brotli cannot shorten.
import { readFileSync, writeFileSync } from "node:fs";

const [wasmPath, gluePath] = process.argv.slice(2);
const wasm = readFileSync(wasmPath);
let glue = readFileSync(gluePath, "utf8");
let at = 8;

const number = () => {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = wasm[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return value;
  }
};
const text = () => {
  const length = number();
  return wasm.subarray(at, (at += length)).toString();
};
const written = (value) => {
  const bytes = [];
  do {
    bytes.push((value % 128) + (value >= 128 ? 128 : 0));
    value = Math.floor(value / 128);
  } while (value);
  return Buffer.from(bytes);
};
const named = (name) => Buffer.concat([written(Buffer.byteLength(name)), Buffer.from(name)]);

const out = [wasm.subarray(0, 8)];
let renamed = 0;
while (at < wasm.length) {
  const start = at;
  const id = wasm[at++];
  const size = number();
  const end = at + size;
  if (id === 2) {
    const count = number();
    const parts = [written(count)];
    for (let index = 0; index < count; index++) {
      const module = text();
      let name = text();
      const kind = at;
      if (wasm[at++] !== 0) throw new Error("an import that is no function: " + name);
      number();
      if (module.endsWith("_bg.js") && name.startsWith("__wb")) {
        const short = "_" + (renamed++).toString(36);
        const key = new RegExp("\\b" + name + "(?=[:(])", "g");
        if ((glue.match(key) ?? []).length !== 1) throw new Error("not once in the glue: " + name);
        glue = glue.replace(key, short);
        name = short;
      }
      parts.push(named(module), named(name), wasm.subarray(kind, at));
    }
    const body = Buffer.concat(parts);
    out.push(Buffer.from([2]), written(body.length), body);
  } else {
    out.push(wasm.subarray(start, end));
  }
  at = end;
}
if (renamed === 0) throw new Error("nothing to rename");
writeFileSync(wasmPath, Buffer.concat(out));
writeFileSync(gluePath, glue);
