// Sets the remembered theme before anything is drawn, loads the WebAssembly, says so when that fails or
// when the program stops, and has the page kept for when there is no network. A file of its own because the page's policy forbids inline scripts.
(() => {
  "use strict";
  // How long the page's own requests go first.
  const SETTLED_MS = 1000;
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem("headroom-theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch { /* storage is blocked: the system's theme it is */ }

  const by = (id) => document.getElementById(id);

  function stop(title, text) {
    const crash = by("crash");
    // The program's own panic says more: it was first, and stays.
    if (!crash || !crash.hidden) return;
    by("crash-title").textContent = title;
    by("crash-text").textContent = text;
    by("crash-link").value = location.href;
    by("app").hidden = true;
    crash.hidden = false;
    crash.focus();
  }

  async function load() {
    by("crash-reload").addEventListener("click", () => location.reload());
    by("crash-defaults").addEventListener("click", () => {
      const calculator = location.hash.slice(1).split("?")[0];
      history.replaceState(null, "", location.href.split("#")[0] + "#" + (calculator || "/"));
      location.reload();
    });
    if (typeof WebAssembly !== "object") {
      stop("This browser runs no WebAssembly",
        "Headroom needs it. It may be switched off by a setting or a policy (iOS Lockdown Mode does that); any browser of the last five years has it.");
      return;
    }
    try {
      const glue = await import(by("glue").href);
      await glue.default({ module_or_path: by("wasm").href });
      setTimeout(() => (window.requestIdleCallback || setTimeout)(keep), SETTLED_MS);
    } catch (error) {
      // A panic while the page starts has said so itself.
      stop("Headroom could not be loaded",
        "A part of it did not arrive, or this browser refused to run it. If you are online, reload; if it stays, the copy on this server may be incomplete. (" + error + ")");
    }
  }

  // Has the service worker keep the files; where the browser refuses, nothing is lost. Not from a frame:
  // there a browser keeps them anew for each site that embeds. The single file has none.
  async function keep() {
    if (!by("glue") || !isSecureContext || !/^https?:$/.test(location.protocol) || top !== self) return;
    try {
      const kept = await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
      // A browser that still clears away what it did not take into use gives that, without a worker: ask again.
      if (!kept.installing && !kept.waiting && !kept.active) setTimeout(keep, SETTLED_MS);
    } catch { /* offline it is not there, then */ }
  }

  // What no panic announces, such as a full stack or memory.
  addEventListener("error", (event) => {
    const error = event.error;
    if (typeof WebAssembly === "object" && error instanceof WebAssembly.RuntimeError) {
      stop("Headroom stopped", "Something inside it went wrong: " + error.message + ".");
    }
  });

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", load);
  else load();
})();
