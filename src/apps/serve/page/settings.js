// Options of the search, and the key that some servers ask for.
import { kept } from "./kept.js";

const KEY = "regard.key";

/** A stored key, which survives a reload of the page but not the closing of its tab. */
function keptKey(key) {
  try {
    if (key !== undefined) sessionStorage.setItem(KEY, key);
    return sessionStorage.getItem(KEY) ?? "";
  } catch {
    return key ?? "";
  }
}

function within({ valueAsNumber, min, max, defaultValue }) {
  const value = Number.isInteger(valueAsNumber) ? valueAsNumber : Number(defaultValue);
  return Math.min(Math.max(value, Number(min)), Number(max));
}

/** Watches the settings. onSearch() is called when options change, and onKey() when the key changes. */
export function listenToSettings({ server, onSearch, onKey }) {
  const beam = document.querySelector("#beam");
  const candidates = document.querySelector("#candidates");
  for (const input of [beam, candidates]) {
    input.value = kept.get(input.id, input.defaultValue);
    input.addEventListener("input", () => {
      kept.set(input.id, within(input));
      onSearch();
    });
  }
  const confidence = document.querySelector("#confidence");
  confidence.checked = kept.get("confidence", false);
  confidence.addEventListener("change", () => {
    kept.set("confidence", confidence.checked);
    onSearch();
  });
  const form = document.querySelector("#key-form");
  const field = document.querySelector("#key");
  field.value = server.key = keptKey();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    server.key = keptKey(field.value.trim());
    onKey();
  });
  return {
    search: () => ({ beam_size: within(beam), n_best: Math.min(within(beam), within(candidates)), ...(confidence.checked && { confidence: true }) }),
    askForKey() {
      form.hidden = false;
    },
  };
}
