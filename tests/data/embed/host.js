const element = (id) => document.getElementById(id);
const inside = (id) => element(id).shadowRoot.firstElementChild;
const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const seen = { violations: [], errors: [], changes: [] };

document.addEventListener("securitypolicyviolation", (event) => seen.violations.push(event.violatedDirective));
addEventListener("error", (event) => seen.errors.push(event.message));
document.addEventListener("change", (event) => seen.changes.push([event.target.id, event.detail.link]));

/** What the frame of an element remembers; asked again until it is there to answer. */
async function ask(id) {
  for (let tries = 0; tries < 100; tries += 1) {
    const frame = inside(id).contentWindow;
    const answer = new Promise((done) => {
      const hear = ({ source, data }) => {
        if (source !== frame || !data.answer) return;
        removeEventListener("message", hear);
        done(data.answer);
      };
      addEventListener("message", hear);
    });
    frame.postMessage({ ask: true }, "*");
    const answered = await Promise.race([answer, sleep(100)]);
    if (answered && answered.messages.length > 1) return answered;
  }
  throw new Error(id + " does not answer");
}

/** Lets the frame of an element say something, and waits until it was heard. */
async function emit(id, message) {
  inside(id).contentWindow.postMessage({ emit: message }, "*");
  await sleep(50);
}

async function run() {
  const first = inside("first");
  seen.first = { ...await ask("first"), title: first.title, loading: first.loading, sandbox: first.sandbox.value };
  seen.second = await ask("second");
  seen.invalid = inside("invalid").tagName;

  for (const link of ["wal?free=8GB", "javascript:alert(1)", "", "wal?a b", { x: 1 }, ["wal"], null, undefined, 7]) {
    await emit("first", { type: "headroom:scenario", link });
  }
  seen.address = "FRAME/#/wal?free=8GB";
  const heights = new Set();
  for (const px of [NaN, -1, 0, 1e9, Infinity, "41", [42], "x", null, {}, undefined]) {
    await emit("second", { type: "headroom:height", px });
    heights.add(inside("second").style.height);
  }
  await emit("second", "headroom:height");
  seen.bad_heights = [...heights];
  await emit("second", { type: "headroom:height", px: 300 });
  seen.height = inside("second").style.height;
  postMessage({ type: "headroom:height", px: 55 }, "*");
  await sleep(50);
  seen.forged = first.style.height;

  element("first").setAttribute("src", "FRAME/#/wal?free=1GB");
  element("first").setAttribute("theme", "dark");
  element("first").title = "New";
  await sleep(50);
  seen.kept = inside("first") === first;
  seen.renamed = first.title;
  seen.after = await ask("first");
  element("first").setAttribute("edit", "alert");
  seen.edit_reloads = inside("first") !== first;
  const edited = inside("first");
  element("first").setAttribute("src", "FRAME/other#/wal?free=1GB");
  seen.page_reloads = inside("first") !== edited;

  const second = element("second");
  const parent = second.parentNode;
  second.remove();
  let heard = 0;
  second.addEventListener("change", () => { heard += 1; });
  postMessage({ type: "headroom:scenario", link: "pooler" }, "*");
  second.setAttribute("src", "FRAME/#/pooler?open=1ms");
  await sleep(50);
  seen.heard_while_out = heard;
  parent.append(second);
  seen.back = await ask("second");
  element("invalid").setAttribute("src", "FRAME/#/embed/wal?edit=x&free=5GB&theme=light");
  seen.from_embed = inside("invalid").src;
}

run()
  .catch((error) => { seen.error = String(error.stack); })
  .finally(() => fetch("/seen", { method: "POST", body: JSON.stringify(seen) }));
