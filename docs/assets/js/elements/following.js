/** What lets the numbers of a page follow, where it has some; fetched early, so that it hears of the first change. */
export async function fetchPulledNumbers() {
  if (document.querySelector("pulled-numbers")) {
    await import("./pulled-numbers.js");
  }
}
