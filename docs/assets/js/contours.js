/** Lines of equal answer over a grid, and where to write their values. Pure: no page, no element. */

/** The point between two cells where the answer is `level`. */
function crossing(level, fromValue, toValue, from, to) {
  const part = (level - fromValue) / (toValue - fromValue);
  return [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])];
}

/**
 * The line of one level as short pieces [x1, y1, x2, y2], measured in cells (marching squares).
 * The answers stand in the middle of their cells, row by row.
 */
export function contour(answers, columns, rows, level) {
  const pieces = [];
  for (let row = 0; row + 1 < rows; row += 1) {
    for (let column = 0; column + 1 < columns; column += 1) {
      // Most cells have no line in them and are passed over without making anything.
      const first = row * columns + column;
      const side = answers[first] >= level;
      const plain =
        answers[first + 1] >= level === side &&
        answers[first + columns] >= level === side &&
        answers[first + columns + 1] >= level === side;
      if (!plain) {
        const corners = [first, first + 1, first + columns + 1, first + columns].map((i) => answers[i]);
        pieces.push(...piecesOfCell(corners, level, column + 0.5, row + 0.5));
      }
    }
  }
  return pieces;
}

function piecesOfCell(corners, level, x, y) {
  const places = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
  const points = [];
  for (let side = 0; side < 4; side += 1) {
    const next = (side + 1) % 4;
    if (corners[side] >= level !== corners[next] >= level) {
      points.push(crossing(level, corners[side], corners[next], places[side], places[next]));
    }
  }
  const pieces = [[...points[0], ...points[1]]];
  if (points.length === 4) {
    pieces.push([...points[2], ...points[3]]);
  }
  return pieces;
}

/** Math.hypot guards against overflow, which pixels do not need, and takes many times as long. */
function distance(x, y) {
  return Math.sqrt(x * x + y * y);
}

const DISTANCE_ENOUGH = 60; // farther apart than this, in pixels, is not better
const ROOM = 20; // a label nearer than this to anything else is left out
const STEEPEST = 9; // pixels from one line to the next; where they are closer, no label is legible

/**
 * One place for the value of a line: far from the edge and from everything already there, and near
 * the place it had before, so that labels do not jump. Null when there is no room.
 * `spacing(x, y)` is the distance to the next line there.
 */
export function placeLabel(pieces, width, height, taken, before, spacing) {
  let best = null;
  let bestMerit = -Infinity;
  for (const [x1, y1, x2, y2] of pieces) {
    const x = (x1 + x2) / 2;
    const y = (y1 + y2) / 2;
    let room = Math.min(x, y, width - x, height - y);
    for (const [tx, ty] of taken) {
      room = Math.min(room, distance(tx - x, ty - y));
    }
    const moved = before ? distance(before[0] - x, before[1] - y) : 0;
    const merit = Math.min(room, DISTANCE_ENOUGH) - moved / 4;
    if (room > ROOM && merit > bestMerit && spacing(x, y) > STEEPEST) {
      bestMerit = merit;
      best = [x, y];
    }
  }
  return best;
}
