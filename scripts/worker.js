// The worker that makes the runs of simulations: the page's own WebAssembly, which finds that it has no page.
import init from "./GLUE.js";
init({ module_or_path: new URL("./GLUE_bg.wasm", import.meta.url) });
