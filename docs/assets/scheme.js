// Light or dark, before anything is painted: what the reader chose, else what the system asks for.
const preferred = matchMedia("(prefers-color-scheme: dark)");
const chosenScheme = () => {
  try {
    return localStorage.getItem("scheme");
  } catch {
    return null; // storage may be forbidden
  }
};
const paintScheme = () => {
  const chosen = chosenScheme();
  const dark = chosen ? chosen === "dark" : preferred.matches;
  document.documentElement.dataset.mdColorScheme = dark ? "slate" : "default";
};
paintScheme();
preferred.addEventListener("change", paintScheme);
addEventListener("storage", paintScheme); // another window chose
