// Keeps the page, so that it opens sooner the next time, and when its host can't be reached. Each visit
// first asks the host for its version, so a new one is there as soon as it is served: then what the host
// has comes first, and the cache answers only if a request fails, or if the host can't serve it now.
// Requests for anything but this page's own files are left alone, as are other pages' caches.

const SCOPE = new URL("./", location.href).href;
const CACHE = `ksm-site ${SCOPE}`;
// Held by pages while they load.
const LOADING = `ksm-loading ${SCOPE}`;
// The digest of all files.
const VERSION = "/* VERSION */";
// The digest of each file's content by its address.
const FILES = new Map(Object.entries(/* FILES */ {}).map(([path, digest]) => [new URL(path, SCOPE).href, digest]));

// A file is kept under its digest: a version that has the same file need not fetch it again.
const keyOf = (address) => `${address}?${encodeURIComponent(FILES.get(address))}`;

// A browser shows no page that came by a redirection, as from `/index.html` to `/`, from a cache.
const direct = (response) => (response.redirected ? new Response(response.body, response) : response);

async function fill() {
  const cache = await caches.open(CACHE);
  for (const [address, integrity] of FILES) {
    if (await cache.match(keyOf(address), { ignoreVary: true })) continue;
    const fetchFile = (mode) => fetch(address, { integrity, cache: mode });
    // One at a time, and none while a page loads, which would have to wait for it.
    await navigator.locks.request(LOADING, async () => {
      // What the browser has may be of another version.
      await cache.put(keyOf(address), direct(await fetchFile("default").catch(() => fetchFile("reload"))));
    });
  }
}

async function tidy() {
  const cache = await caches.open(CACHE);
  const keys = new Set([...FILES.keys()].map(keyOf));
  for (const key of await cache.keys()) if (!keys.has(key.url)) await cache.delete(key);
}

// The file that a request asks for, by its address; undefined if it is none of this page's.
function fileOf({ method, url }) {
  const address = url.split(/[?#]/)[0].replace(/\/$/, "/index.html");
  return method === "GET" && FILES.has(address) ? address : undefined;
}

// Whether the host still has this version, or can't say.
async function isCurrent() {
  try {
    const response = await fetch(location.href, { cache: "no-cache" });
    return !response.ok || (await response.text()).includes(VERSION);
  } catch {
    return true;
  }
}

let current;

async function answer(request, address) {
  if (request.destination === "document") current = undefined;
  current ??= isCurrent();
  const found = (await current) && (await kept(address).catch(() => undefined));
  return found || ask(request, address);
}

async function ask(request, address) {
  let failure;
  try {
    // Of a host that does not say how long its files hold, a browser asks for them again only days later.
    const response = await fetch(request, { cache: "no-cache" });
    if (response.ok) return response;
    failure = response;
  } catch (error) {
    failure = error;
  }
  const found = await kept(address).catch(() => undefined);
  if (found) return found;
  if (failure instanceof Response) return failure;
  throw failure;
}

const kept = async (address) => (await caches.open(CACHE)).match(keyOf(address), { ignoreVary: true });

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(fill());
});
addEventListener("activate", (event) => event.waitUntil(tidy()));
addEventListener("fetch", (event) => {
  const address = fileOf(event.request);
  if (address) event.respondWith(answer(event.request, address));
});
