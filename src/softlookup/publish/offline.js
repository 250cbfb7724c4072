// From a folder on the reader's own disk a browser loads no module and answers no fetch. So their texts are
// carried here: each module becomes a blob, and what a module would fetch is answered from the same place.
(() => {
  const here = document.currentScript;
  const assets = new URL(".", here.src);
  const made = new Map();

  /** The address of a module, after those that it imports. */
  function addressOf(path) {
    if (!made.has(path)) {
      const text = CARRIED[path]
        .replace(/(\bfrom\s*|\bimport\s*\(?\s*)(["'])(\.{1,2}\/[^"']+)\2/g, (_, before, quote, other) => {
          const inside = new URL(other, `file:///${path}`).pathname.slice(1);
          return before + quote + (inside in CARRIED ? addressOf(inside) : other) + quote;
        })
        .replaceAll("import.meta.url", JSON.stringify(new URL(path, assets).href));
      made.set(path, URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
    }
    return made.get(path);
  }

  const ask = globalThis.fetch;
  globalThis.fetch = async (address, ...options) => {
    const path = String(address).replace(assets.href, "");
    return path in CARRIED ? new Response(CARRIED[path]) : ask(address, ...options);
  };

  for (const path of here.dataset.modules.split(" ")) import(addressOf(path));
})();
