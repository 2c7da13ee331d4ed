// Settings and texts that the browser remembers. If storage is forbidden or full, the page works without it.

const PREFIX = "regard.";

export const kept = {
  get(name, otherwise) {
    try {
      return JSON.parse(localStorage.getItem(PREFIX + name)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(PREFIX + name, JSON.stringify(value));
    } catch {
      // Storage is optional.
    }
  },
  remove(name) {
    try {
      localStorage.removeItem(PREFIX + name);
    } catch {
      // If storage is unavailable, there is nothing to remove.
    }
  },
};
