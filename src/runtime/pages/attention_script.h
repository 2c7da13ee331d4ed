#pragma once
#include <string_view>

namespace regard::report {

// What attention_page.cpp puts into its page beside the data and script_data.h.

inline constexpr std::string_view kAttentionStyle = R"(
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;margin:.5rem 0 1rem}
dt{color:var(--muted)}dd{margin:0}
form{display:flex;flex-wrap:wrap;gap:.5rem 1.2rem;margin:1rem 0}
label{display:flex;gap:.4rem;align-items:baseline}
label[hidden]{display:none}
select{max-width:100%;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--edge);padding:.2rem}
dd{overflow-wrap:anywhere;min-width:0}
label{max-width:100%}label select{min-width:0}
.scroll{overflow-x:auto}
#map{margin-bottom:.8rem}
#value{min-height:1.6em;font-weight:bold}
)";

inline constexpr std::string_view kAttentionControls = R"(<form>
<label id="sentences" hidden>sentence <select id="sentence"></select></label>
<label>attention <select id="kind"></select></label>
<label>layer <select id="layer"></select></label>
<label>head <select id="head"></select></label>
</form>
<p id="value" role="status">Point at a cell, or press Tab and move with the arrow keys.</p>
<div class="scroll"><svg id="map" class="map" tabindex="0" role="img"></svg></div>
<noscript><p>A script of this page draws the maps, but scripts are disabled.</p></noscript>
)";

inline constexpr std::string_view kAttentionScript = R"(
const data = JSON.parse(document.getElementById('data').textContent);
const byId = id => document.getElementById(id);
const sentence = byId('sentence'), kind = byId('kind'), layer = byId('layer'), head = byId('head');
const map = byId('map'), value = byId('value');
let shown, weights, at = null;

function fill(select, names, preset = 0) {
  const old = select.value;
  select.replaceChildren(...names.map((name, i) => new Option(name, i)));
  select.value = old !== '' && old < names.length ? old : preset;
  select.disabled = names.length < 2;
}
function meanOf(heads) {
  return heads[0].map((row, i) => row.map((_, j) =>
      heads.reduce((sum, rows) => sum + rows[i][j], 0) / heads.length));
}
function choose() {
  shown = data.sentences[sentence.value].kinds[kind.value];
  fill(layer, shown.layers.map((_, i) => i + 1), shown.layers.length - 1);
  const heads = shown.layers[layer.value];
  const numbers = heads.map((_, i) => i + 1);
  fill(head, heads.length > 1 ? ['mean of all', ...numbers] : numbers);
  weights = heads.length === 1 ? heads[0] : head.value === '0' ? meanOf(heads) : heads[head.value - 1];
  at = null;
  draw();
}
function say(row, column) {
  at = [row, column];
  value.textContent = `${shown.rows[row]} \u2192 ${shown.columns[column]}: ${weights[row][column].toFixed(3)}`;
}
function draw() {
  const point = drawHeatmap(map, {...shown, weights}, Math.min(720, map.parentNode.clientWidth), say);
  if (at) point(...at);
}
function chooseSentence() {
  const chosen = data.sentences[sentence.value];
  for (const text of ['source', 'translation']) byId(text).textContent = chosen[text];
  fill(kind, chosen.kinds.map(entry => entry.name));
  choose();
}
fill(sentence, data.sentences.map((chosen, i) => `${i + 1}: ${chosen.source}`));
byId('sentences').hidden = data.sentences.length < 2;
sentence.addEventListener('change', chooseSentence);
kind.addEventListener('change', choose);
layer.addEventListener('change', choose);
head.addEventListener('change', choose);
addEventListener('resize', draw);
chooseSentence();
)";

}  // namespace regard::report
