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
  const left = (part) => entries.some((entry) => part.contains(entry) && !entry.classList.contains("sifted-out"));
  for (const group of field.dataset.groups ? document.querySelectorAll(field.dataset.groups) : []) {
    const any = left(group);
    group.classList.toggle("sifted-out", !any);
    if (group.localName !== "details") continue;
    group.wasOpen ??= group.open;
    group.open = words.length ? any : group.wasOpen;
  }
  for (const heading of field.dataset.headings ? document.querySelectorAll(field.dataset.headings) : []) {
    let part = heading.nextElementSibling;
    let any = false;
    let holds = false; // a heading without entries is another heading, and stays
    for (; part && !part.matches(field.dataset.headings); part = part.nextElementSibling) {
      holds ||= entries.some((entry) => part.contains(entry));
      any ||= left(part);
    }
    heading.classList.toggle("sifted-out", holds && !any);
  }
  field.closest(".filter").querySelector("output").textContent = words.length ? `${found} of ${entries.length}` : "";
}
