// What this browser remembers. Where storage is forbidden or full, the page works without it.

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
      // Remembering is a convenience.
    }
  },
  remove(name) {
    try {
      localStorage.removeItem(PREFIX + name);
    } catch {
      // Where nothing can be kept, nothing is left.
    }
  },
};
