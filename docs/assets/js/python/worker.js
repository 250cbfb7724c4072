/**
 * Python in a worker of its own: it can be stopped at any moment, and the page stays awake meanwhile.
 *
 * In comes {engine, files, module, function, given}. Out go {loaded, of} while files arrive, {starting},
 * {ready}, {said} for what is printed, and at the end {found}, or {lost} with the reason when Python itself is gone.
 */

const assets = new URL("../../", import.meta.url);
let python = null;

addEventListener("message", async ({ data }) => {
  try {
    python ??= start(new URL(`${data.engine}/`, assets));
    const { answer, write } = await python;
    await Promise.all(data.files.map(write));
    postMessage({ ready: true });
    const { module, function: name, given } = data;
    const found = answer(JSON.stringify({ module, function: name, given }), (said) => postMessage({ said }));
    postMessage({ found: JSON.parse(found) });
  } catch (error) {
    postMessage({ lost: String(error?.message ?? error) });
  }
});

async function start(engine) {
  announce();
  await fetchAhead(engine);
  const { loadPyodide } = await import(new URL("pyodide.mjs", engine));
  const pyodide = await loadPyodide({ indexURL: engine.href });
  postMessage({ starting: "NumPy" });
  await pyodide.loadPackage("numpy", { messageCallback: () => {} });
  const home = "/home/pyodide/softlookup";
  const written = new Map();
  const write = (file) => {
    const fetched = written.get(file) ?? text(new URL(`python/softlookup/${file}`, assets));
    written.set(file, fetched);
    return fetched.then((content) => {
      const path = `${home}/${file}`;
      pyodide.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      pyodide.FS.writeFile(path, content);
    });
  };
  await Promise.all(["__init__.py", "in_page.py"].map(write));
  return { answer: pyodide.pyimport("softlookup.in_page").answer, write };
}

/** A lock that is held as long as this worker lives: whoever waits for it learns of its end. */
function announce() {
  const lock = `softlookup.python.${Math.random()}`;
  navigator.locks?.request(lock, () => {
    postMessage({ lock });
    return new Promise(() => {});
  });
}

async function text(address) {
  return (await arrived(address)).text();
}

/** The folder has the version in its name, so what the browser holds of it is never stale. */
async function arrived(address) {
  const response = await fetch(address, { cache: "force-cache" });
  if (!response.ok) {
    throw new Error(`${address.pathname} is not there (${response.status})`);
  }
  return response;
}

/** Fetch all files at once, counting; Pyodide would ask for one after the other, and say nothing. */
async function fetchAhead(engine) {
  const sizes = JSON.parse(await text(new URL("engine.json", engine)));
  const of = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  let loaded = 0;
  const count = (bytes) => {
    loaded += bytes;
    postMessage({ loaded, of });
  };
  const addresses = Object.keys(sizes).map((name) => new URL(name, engine));
  const responses = await Promise.all(addresses.map((address) => counted(address, count)));
  const ahead = new Map();
  const imported = [];
  for (const [place, { href }] of addresses.entries()) {
    const response = responses[place];
    const whole = response.clone().arrayBuffer(); // read at once, whoever wants it later
    whole.catch(() => {}); // who reads the other copy meets the same failure
    if (href.endsWith(".mjs")) {
      imported.push(whole); // not by fetch: once it has arrived, the browser has it at hand
    } else {
      ahead.set(href.replace(/\.pack$/, ""), response);
    }
  }
  const plainly = self.fetch;
  self.fetch = (asked, options) => {
    const address = new URL(asked.url ?? asked, engine).href;
    const kept = ahead.get(address);
    ahead.delete(address);
    return kept ? Promise.resolve(kept) : plainly(asked, options);
  };
  await Promise.all(imported);
}

async function counted(address, count) {
  const response = await arrived(address);
  const counting = new TransformStream({
    transform(chunk, controller) {
      count(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  const body = response.body.pipeThrough(counting);
  if (!address.pathname.endsWith(".pack")) {
    return new Response(body, { headers: response.headers });
  }
  const wasm = { "Content-Type": "application/wasm" };
  return new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers: wasm });
}
