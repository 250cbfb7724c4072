// A link into a fold opens it, print opens all, what scrolls can be reached by keyboard, and so can the menu.
const unfold = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let part = target; part; part = part.parentElement) if (part.localName === "details") part.open = true;
  target?.scrollIntoView();
};
const reach = () => {
  for (const part of document.querySelectorAll(".formula, .md-typeset__scrollwrap"))
    part.toggleAttribute("tabindex", false), part.scrollWidth > part.clientWidth && (part.tabIndex = 0);
};
// The theme puts a landmark without a name around each copy button.
const quiet = () => document.querySelectorAll(".md-code__nav").forEach((group) => (group.role = "none"));
// The theme clicks a label that has the focus when Enter is pressed.
const menu = document.querySelector(".md-header label[for=__drawer]");
menu.tabIndex = 0;
menu.insertAdjacentHTML("beforeend", '<span class="unseen">Menu</span>');
addEventListener("hashchange", unfold);
addEventListener("resize", reach);
addEventListener("toggle", reach, true);
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((fold) => (fold.open = true)));
addEventListener("load", () => (quiet(), document.fonts.ready.then(reach)));
if (location.hash) unfold();
