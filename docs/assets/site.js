// A link into a fold opens it; what overflows can be reached by keyboard; print shows every fold.
const folds = () => document.querySelectorAll("details");
const open = () => {
  let target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let part = target; part; part = part.parentElement) if (part.localName === "details") part.open = true;
  target?.scrollIntoView();
};
const reach = () => {
  for (const part of document.querySelectorAll(".formula, .md-typeset__scrollwrap, .canvas"))
    if (part.scrollWidth > part.clientWidth + 1) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
};
addEventListener("hashchange", open);
addEventListener("resize", reach);
addEventListener("beforeprint", () => folds().forEach((fold) => (fold.open = true)));
document.fonts.ready.then(reach);
if (location.hash) open();
