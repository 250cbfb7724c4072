"""Labels of pictures as a reader sees them: none lies on another, none is cut off at the edge."""

from pathlib import Path
from typing import Any

import pytest

from served import served

# A line of text is higher than its letters, so boxes may touch and reach a little over an edge.
FIND = """() => {
  const found = [];
  const words = (text) => text.textContent.trim();
  const straight = (text) => !/rotate/.test(text.getAttribute("transform") ?? "");
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  for (const picture of document.querySelectorAll("article svg")) {
    const edge = picture.getBoundingClientRect();
    const part = picture.closest("[data-part]")?.dataset.part;
    const labels = [...picture.querySelectorAll("text")].filter((text) => words(text) && straight(text));
    const boxes = labels.map((text) => text.getBoundingClientRect());
    const cuts = getComputedStyle(picture).overflow !== "visible";
    boxes.forEach((box, i) => {
      const over = box.height * 0.4;
      const sideways = box.left < edge.left - 2 || box.right > edge.right + 2;
      const upright = box.top < edge.top - over || box.bottom > edge.bottom + over;
      if (cuts && edge.width && (sideways || upright)) found.push(`${part}: “${words(labels[i])}” is cut off`);
      for (let j = 0; j < i; j += 1) {
        const other = boxes[j];
        const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left);
        const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
        const covers = wide > 2 && high > 0.4 * Math.min(box.height, other.height);
        if (covers) found.push(`${part}: “${words(labels[i])}” lies on “${words(labels[j])}”`);
      }
    });
  }
  return found;
}"""


@pytest.mark.parametrize("width", [1280, 390])
def test_labels_of_a_picture_neither_cover_each_other_nor_leave_it(
    site: Path, browser: Any, width: int
) -> None:
    found = []
    with served(site) as address:
        page = browser.new_page(viewport={"width": width, "height": 900})
        for path in sorted(site.glob("**/index.html")):
            page.goto(f"{address}{path.parent.relative_to(site).as_posix()}/")
            page.evaluate("document.fonts.ready")
            found += page.evaluate(FIND)
        page.close()
    assert not found, "\n".join(found)
