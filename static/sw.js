// Keeps the page for when there is no network: all files of one build, of which none is ever shown beside
// those of another. scripts/offline.mjs writes in the names of the files, each with its hash.
"use strict";
const FILES = {};
const VERSION = "";

const FOLDER = new URL("./", location).href;
// An origin may hold several copies of Headroom, and other programs.
const OURS = `headroom ${FOLDER} `;
const CACHE = OURS + VERSION;
// The names of which each stands for one content.
const HASHED = /^[^/]+-[0-9a-f]{8,16}[-_.][^/]+$/;
// How long a network may take before what is kept is shown, in milliseconds.
const PATIENCE = 3000;

const ours = async () => (await caches.keys()).filter((name) => name.startsWith(OURS));
const match = (name, cacheName) => caches.match(FOLDER + name, { cacheName, ignoreVary: true });

// A hashed file may be of the build before, while pages of that are open, or of the one that waits.
async function kept(name) {
  for (const cache of [CACHE, ...await ours()]) {
    const response = await match(name, cache);
    if (response) return response;
  }
}

// A file as this build has it: the browser refuses one whose hash is another.
async function bring(name, address = name) {
  const options = { cache: HASHED.test(name) ? "no-cache" : "reload", redirect: "error", integrity: FILES[name] };
  const response = await fetch(FOLDER + address, options);
  if (!response.ok || response.type !== "basic") throw new Error(`${address}: ${response.status}`);
  return response;
}

async function install() {
  const files = Object.keys(FILES).map(async (name) => {
    // Some hosts send index.html on to the folder, and some have no page for the folder.
    if (name === "index.html") return [name, await bring(name, "").catch(() => bring(name))];
    return [name, HASHED.test(name) && await kept(name) || await bring(name)];
  });
  // Nothing is kept unless all of it has arrived.
  const arrived = await Promise.all(files);
  const cache = await caches.open(CACHE);
  await Promise.all(arrived.map(([name, response]) => cache.put(FOLDER + name, response)));
}

// By now no page of an earlier build is open, except such as no worker served.
async function activate() {
  for (const name of await ours()) if (name !== CACHE) await caches.delete(name);
  await clients.claim();
}

// From the network, or as it is kept if that is dead, slow or broken. The browser's cache has no say: a
// page in it may name files that are gone.
async function newest(request, name) {
  const network = fetch(request, { cache: "no-cache" });
  const patience = new Promise((done) => setTimeout(done, PATIENCE));
  const answer = await Promise.race([network, patience]).catch(() => {});
  if (answer && answer.status < 500) return answer;
  return (await match(name, CACHE).catch(() => {})) || network;
}

const unchanging = async (request, name) => (await kept(name).catch(() => {})) || fetch(request);

// Without skipWaiting: a new build waits until the pages of the old one are closed.
addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const [address] = request.url.split(/[?#]/);
  if (request.method !== "GET" || !address.startsWith(FOLDER)) return;
  const name = address.slice(FOLDER.length);
  if (request.mode === "navigate") {
    if (name === "" || name === "index.html") event.respondWith(newest(request, "index.html"));
  } else if (HASHED.test(name)) {
    event.respondWith(unchanging(request, name));
  } else if (name in FILES) {
    event.respondWith(newest(request, name));
  }
});
