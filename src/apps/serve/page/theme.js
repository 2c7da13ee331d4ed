// Makes the page dark or light, as the system or the reader prefers. Runs before the first paint, so the page does not flash.
import { kept } from "./kept.js";

const root = document.documentElement;

function apply(theme) {
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
}

apply(kept.get("theme", "system"));

export function listenToTheme(select) {
  select.value = root.dataset.theme ?? "system";
  select.addEventListener("change", () => {
    apply(select.value);
    kept.set("theme", select.value);
  });
}
