// A long list, cut to the entries that hold every word typed; folds open where something is found.
function sift(field) {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const entries = [...document.querySelectorAll(field.dataset.filter)];
  let found = 0;
  for (const entry of entries) {
    entry.text ??= entry.textContent.toLowerCase();
    const held = words.every((word) => entry.text.includes(word));
    entry.classList.toggle("sifted-out", !held);
    found += held;
  }
  for (const fold of document.querySelectorAll("details.verdict")) {
    fold.wasOpen ??= fold.open;
    const any = fold.querySelector(`${field.dataset.filter}:not(.sifted-out)`);
    fold.classList.toggle("sifted-out", !any);
    fold.open = words.length ? Boolean(any) : fold.wasOpen;
  }
  field.closest(".filter").querySelector("output").textContent = words.length ? `${found} of ${entries.length}` : "";
}
