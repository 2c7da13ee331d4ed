// Checks that each page script, preceded by the shared script as in a page, is valid JavaScript without duplicate declarations.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import vm from "node:vm";

const SOURCE = new URL("../../../src/", import.meta.url);
const FOLDERS = ["runtime/pages", "evaluation/report", "learn/explain"];
const SHARED = "runtime/pages/ui.js";
const PAGES = [["runtime/pages/attention.js"], ["runtime/pages/film.js"], ["evaluation/report/comparison.js", "evaluation/report/sentence_table.js"],
  ["learn/explain/explain.js"], ["learn/explain/live.js"]];

const scripts = FOLDERS.flatMap((folder) => readdirSync(new URL(folder, SOURCE)).filter((name) => name.endsWith(".js")).map((name) => `${folder}/${name}`));
assert.deepEqual(scripts.sort(), [SHARED, ...PAGES.flat()].sort());

for (const page of PAGES) {
  const script = [SHARED, ...page].map((name) => readFileSync(new URL(name, SOURCE), "utf8")).join("");
  assert.doesNotMatch(script, /<\/script/i);
  assert.doesNotThrow(() => new vm.Script(script, { filename: page.join("+") }));
}

// Tests functions of ui.js that need no page, with a stand-in for the document.
const document = { getElementById: () => ({ textContent: "{}" }) };
const { count, minus, fixed } = vm.runInNewContext(`${readFileSync(new URL(SHARED, SOURCE), "utf8")}; ({ count, minus, fixed });`, { document });
assert.equal(count(1234567), "1,234,567");
assert.equal(minus("-1"), "−1");
assert.equal(fixed(-1.25, 1), "−1.3");
assert.equal(fixed(-0.001, 2), "0.00");
