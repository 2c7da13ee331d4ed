// The page: two models, side by side, translate the typed text.
import { ModelCard } from "./model_card.js";

const DELAY = 250; // milliseconds after the last key

const source = document.querySelector("#source");
const beam = document.querySelector("#beam");
const stop = document.querySelector("#stop");

let waiting;
let controller = new AbortController();

async function translate() {
  controller.abort();
  controller = new AbortController();
  const { signal } = controller;
  const request = { text: source.value, beamSize: beam.valueAsNumber || 1, signal };
  const working = cards.filter((card) => card.isReady);
  stop.disabled = working.length === 0;
  await Promise.all(working.map((card) => card.translate(request)));
  if (!signal.aborted) stop.disabled = true;
}

function soon() {
  clearTimeout(waiting);
  waiting = setTimeout(translate, DELAY);
}

const cards = ["First model", "Second model"].map((title) => new ModelCard(title, translate));
document.querySelector("#models").append(...cards.map((card) => card.element));
source.addEventListener("input", soon);
beam.addEventListener("input", soon);
stop.addEventListener("click", () => {
  clearTimeout(waiting);
  controller.abort();
  stop.disabled = true;
});
// A file dropped in the wrong place must not replace the page.
for (const event of ["dragover", "drop"]) document.addEventListener(event, (happened) => happened.preventDefault());
document.querySelector("#unstarted").remove();
