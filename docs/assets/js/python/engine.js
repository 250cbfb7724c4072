/**
 * The one Python of a page: started at the first question, asked one at a time, and stopped at will.
 */

export class Stopped extends Error {}
export class Busy extends Error {}
export class Lost extends Error {}

let worker = null;
let awake = null; // the worker that has begun to answer
let asking = null; // {resolve, reject, hears} of the question that is being answered

/**
 * Ask Python: {engine, files, module, function, given}. `hears` takes {loaded, of}, {starting} and {said}
 * while it works.
 */
export function ask(task, hears = () => {}) {
  if (asking) {
    return Promise.reject(new Busy("Python is busy with something else on this page: stop that first."));
  }
  return new Promise((resolve, reject) => {
    asking = { resolve, reject, hears };
    worker ??= start();
    worker.postMessage(task);
  });
}

/** Whether Python is loaded, and would answer at once. */
export function isAwake() {
  return worker !== null && awake === worker;
}

/** End whatever runs, at once; the next question starts a new Python. */
export function stop() {
  end(new Stopped("Stopped."));
}

function start() {
  const made = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  made.addEventListener("message", ({ data }) => made === worker && hear(made, data));
  made.addEventListener("error", (event) => {
    event.preventDefault();
    lose(made, event.message || "its worker did not start");
  });
  return made;
}

function hear(made, data) {
  if (data.lock) {
    // Granted to us when the worker is no more, whatever ended it.
    navigator.locks.request(data.lock, () => lose(made, "its worker ended"));
  } else if (data.lost) {
    lose(made, data.lost);
  } else if (data.ready) {
    awake = made;
  } else if (data.found) {
    const { resolve } = asking;
    asking = null;
    resolve(data.found);
  } else {
    asking?.hears(data);
  }
}

function lose(made, why) {
  if (made === worker) {
    end(new Lost(why));
  }
}

function end(reason) {
  worker?.terminate();
  worker = null;
  const { reject } = asking ?? {};
  asking = null;
  reject?.(reason);
}
