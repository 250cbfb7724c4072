/** The coloured layer of the map: one canvas, painted cell by cell. */

import { answersOver } from "../lookup.js";

const SHADES = 256;
const COARSE = 5; // pixels of the page to a cell while something moves
const FINE = 1.5; // and at rest

/** The colours of the ramp as the page defines them, evenly from low to high, four bytes each. */
export function ramp(element) {
  const style = getComputedStyle(element);
  const context = new OffscreenCanvas(SHADES, 1).getContext("2d");
  const shade = context.createLinearGradient(0, 0, SHADES, 0);
  ["--map-low", "--map-mid", "--map-high"].forEach((name, i) => {
    shade.addColorStop(i / 2, style.getPropertyValue(name).trim());
  });
  context.fillStyle = shade;
  context.fillRect(0, 0, SHADES, 1);
  return new Uint32Array(context.getImageData(0, 0, SHADES, 1).data.buffer);
}

/** Paints what the lookup answers; returns the answers with their grid. */
export function paint(canvas, colours, { box, width, height }, { keys, values, temperature }, moving) {
  const cell = moving ? COARSE : FINE;
  const columns = Math.max(2, Math.round(width / cell));
  const rows = Math.max(2, Math.round(height / cell));
  const answers = answersOver(box, columns, rows, keys, values, temperature);
  const least = Math.min(...values);
  const shadesPerUnit = (SHADES - 1) / (Math.max(...values) - least);
  const image = new ImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  for (let i = 0; i < answers.length; i += 1) {
    pixels[i] = colours[Math.round((answers[i] - least) * shadesPerUnit)];
  }
  canvas.width = columns;
  canvas.height = rows;
  canvas.getContext("2d").putImageData(image, 0, 0);
  return { answers, columns, rows };
}
