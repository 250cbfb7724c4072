/** What a reader leaves in the browser. */

const PREFIX = "softlookup.";

/** Whether it was kept: a storage may be full or forbidden, and then the page works, and forgets. */
export function keep(name, content) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(content));
    return true;
  } catch {
    return false;
  }
}

/** What was kept, or null; what somebody else wrote there and is no JSON is nothing. */
export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

export function forget(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Forbidden: there was nothing.
  }
}

/** The names that begin like this, of everything that was kept. */
export function names(start) {
  try {
    const all = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i));
    return all.filter((name) => name.startsWith(PREFIX + start)).map((name) => name.slice(PREFIX.length));
  } catch {
    return [];
  }
}
