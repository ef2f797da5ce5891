// Loads the parts of the WebAssembly: one for each calculator, and what they share. scripts/split writes
// the names and sizes in, and a line for each part.
import { initSync } from "./GLUE.js";

const memory = {};
let shared;

// Done once; what failed is tried again when it is asked for again.
const once = (name, work) => (memory[name] ??= work().catch((error) => {
  delete memory[name];
  throw error;
}));

const bytes = (file) => once(file, async () => {
  const response = await fetch(new URL("./GLUE-" + file, import.meta.url));
  if (!response.ok) throw new Error(response.url + ": " + response.status);
  return response.arrayBuffer();
});

function imports() {
  if (!shared) {
    const { SHARED } = initSync();
    shared = { __wasm_split: { SHARED } };
  }
  return shared;
}

// What parts share: the sizes of the modules in each file, which is named by the pair that needs it.
const groups = { GROUPS };
const groupsOf = (part) => Object.keys(groups).filter((group) => group === "common" || group.split("-").includes(part));

const instantiate = (group) => once(group, async () => {
  const all = await bytes(group + ".bin");
  let end = 0;
  await Promise.all(groups[group].map((size) => WebAssembly.instantiate(all.slice(end, end += size), imports())));
});

const load = (part) => async (callback, data) => {
  let arrived = true;
  try {
    const [wasm] = await Promise.all([bytes(part + ".wasm"), ...groupsOf(part).map(instantiate)]);
    await once(part, () => WebAssembly.instantiate(wasm, imports()));
  } catch (error) {
    arrived = false;
    // A page that is left or loaded anew fails what it was fetching: by then it is gone, and says nothing.
    await new Promise((later) => setTimeout(later, 500));
    console.warn(error);
  }
  imports().__wasm_split.__indirect_function_table.get(callback)(data, arrived);
};

// The calculator in the address is sent for at once, beside the page's own WebAssembly; a worker has none.
const opened = /^#\/(?:embed\/)?(\w+)/.exec(location.hash)?.[1] ?? "front";
if (self.document && [PARTS].includes(opened)) {
  for (const file of [opened + ".wasm", ...groupsOf(opened).map((group) => group + ".bin")]) bytes(file).catch(() => {});
}

