/** What a reader leaves in the browser. A storage that is full or forbidden keeps nothing, quietly. */

const PREFIX = "softlookup.";

export function keep(name, content) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(content));
  } catch {
    // Full or forbidden: the page works, and forgets.
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
