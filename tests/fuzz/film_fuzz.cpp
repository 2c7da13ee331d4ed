// The film of a run (runs/film.h), and the page of `regard film` made from it.
#include <cmath>

#include "fuzz/folder_of_files.h"
#include "fuzz/target.h"
#include "pages/film_page.h"

namespace regard::fuzz {
namespace {

bool is_number(double value) { return std::isfinite(value) && value >= 0; }

void check(const train::Frame& frame) {
  if (!is_number(frame.seconds) || !is_number(frame.loss) || !is_number(frame.gradient_norm)) {
    throw "a figure is no number";
  }
  for (const auto& layer : frame.layers) {
    if (!is_number(layer.norm)) throw "a norm is no number";
  }
  for (const auto& sentence : frame.sentences) {
    if (sentence.attention.empty()) continue;
    if (sentence.attention.size() != sentence.target_words.size()) throw "a word has no attention";
    for (const auto& weights : sentence.attention) {
      if (weights.size() != sentence.source_words.size()) throw "a word has no weight";
    }
  }
}

}  // namespace

std::vector<std::string> seeds() {
  return {R"({"step":1,"seconds":0.25,"loss":7.5,"gradient_norm":5,)"
          R"("layers":{"encoder.block.0":3,"decoder.block.0":4},"sentences":[{"source":"a cat",)"
          R"("reference":"un chat","translation":"chat","source_words":["a","cat"],)"
          R"("target_words":["chat"],"attention":[[0.25,0.75]]}]})"
          "\n"
          R"({"step":20,"seconds":1e3,"loss":0,"gradient_norm":1e-30,"layers":{},"sentences":[]})"
          "\n"};
}

void try_input(std::string_view input) {
  static FolderOfFiles folder;
  folder.set("film.jsonl", input);
  const auto frames = train::read_film(folder.path());
  int64_t before = 0;
  for (const auto& frame : frames) {
    if (frame.step <= before) throw "a frame is not after the one before";
    before = frame.step;
    check(frame);
  }
  if (!frames.empty()) report::film_page({{.name = "a run", .frames = frames, .curves = {}}});
}

}  // namespace regard::fuzz
