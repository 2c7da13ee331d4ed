#include "figures.h"

#include <torch/utils.h>

#include "regard/base/atomic_file.h"
#include "regard/base/error.h"
#include "regard/base/folder.h"
#include "regard/base/log.h"
#include "regard/base/nearest.h"
#include "regard/base/stopwatch.h"
#include "regard/base/str.h"
#include "regard/draw/page.h"
#include "regard/figures/figures.h"

namespace regard::figures {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kSeed = 1;  // of each figure

const Figure& find_figure(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& figure : figures()) {
    if (figure.name == name) return figure;
    known.push_back(figure.name);
  }
  const auto meant = did_you_mean(name, known);
  throw Error(str("there is no figure ", name), {},
              meant.empty() ? "regard figures --list names them all" : meant);
}

fs::path file_of(const fs::path& directory, const Figure& figure) {
  return directory / (figure.name + ".svg");
}

void write_page(const fs::path& directory) {
  std::vector<draw::PageSection> sections;
  for (const auto& figure : figures()) {
    const auto file = file_of(directory, figure);
    if (!fs::exists(file)) continue;
    sections.push_back({.name = figure.name,
                        .title = figure.title,
                        .sentence = figure.sentence,
                        .svg = read_file(file)});
  }
  write_file_atomically(
      directory / "index.html",
      draw::page("Attention, drawn by regard",
                 "From recurrent networks to the Transformer: each picture is drawn from numbers "
                 "that regard computed at that moment.",
                 sections));
}

}  // namespace

const std::vector<Figure>& figures() {
  static const std::vector<Figure> rows = {
      {"attention-cues", "Attention cues",
       "Without a query, a cue can only be what stands out among the keys: every row is the same. "
       "With one, each query finds the key that is like it, the more surely the sharper the "
       "softmax.",
       attention_cues},
      {"kernel-regression", "Kernel regression is attention",
       "Fifty noisy points, and what is guessed between them: the mean of all, a mean weighted by "
       "a Gaussian kernel, and one whose width was learnt. Below, the weights: a row for each "
       "query, a column for each data point; colours end at 0.2.",
       kernel_regression},
      {"kernel-width", "The width of the kernel is learnt",
       "Loss while the width is learnt by gradient descent. The book's learning rate leaps across "
       "the valley at the first step; a smaller one walks into it.",
       kernel_width},
      {"masked-softmax", "Masked softmax",
       "Softmax over scores of which only the first ones count: all of them, a number of keys for "
       "each sequence, or one for each query. What is masked gets weight 0, the rest sums to 1.",
       masked_softmax},
      {"attention-scores", "Additive and dot-product attention",
       "Weights of two sequences with 2 and 6 valid keys. Where all keys are equal, as in the "
       "book's example, both scores share the weight evenly; where keys differ, they choose.",
       attention_scores},
      {"masks", "Causal mask and padding mask",
       "A decoder's position sees itself and what was before it; no position sees padding; in "
       "training both masks hold at once.",
       masks},
      {"positional-encoding", "Positional encoding",
       "Each row is what is added to the embedding at that position: pairs of sine and cosine "
       "whose frequency falls from left to right.",
       positional_encoding},
      {"positional-encoding-curves", "Positional encoding, four of its columns",
       "Columns 6 and 7 are sine and cosine of one frequency, 8 and 9 of a lower one.",
       positional_encoding_curves},
      {"positional-encoding-binary", "Positions as binary numbers and as waves",
       "The lowest bit of a counter changes at every number, the next at every second one; the "
       "columns of the positional encoding do the same, smoothly.",
       positional_encoding_binary},
      {"position-rotation", "Relative positions are rotations",
       "One turn for each frequency takes the encoding of a position i to that of i + 3, whatever "
       "i is: so attention can find what is three places away.",
       position_rotation},
      {"prediction-ahead", "One step ahead, and further",
       "A network that reads four numbers of a noisy sine and says the next. Fed with its own "
       "predictions it soon goes astray: the further ahead, the larger the error.",
       prediction_ahead},
      {"vanishing-gradients", "Gradients that vanish",
       "How much a change of the first state still changes the state t steps later. In plain "
       "recurrent networks it dies out or grows; gates that stay open let it through.",
       vanishing_gradients},
      {"truncation-strategies", "Truncated back-propagation through time",
       "Where gradients may flow back: through all steps, within pieces of fixed length, or "
       "within pieces of random length, weighted so that the expected gradient is the full one.",
       truncation_strategies},
      {"truncated-training", "Training with truncated back-propagation",
       "The same small network on the same sentences. Cut at every step it learns least; whether "
       "gradients go back 4, 16 or 64 steps makes little difference here, and random cuts bring no "
       "gain.",
       truncated_training},
      {"sentence-length", "Context vector against attention",
       "Two small translators after the same updates on the same sentences of data/. One has the "
       "whole source in one vector, the other looks back at every word; it matters the more, the "
       "longer the sentence.",
       sentence_length},
      {"layers-compared", "Convolution, recurrence and self-attention",
       "How far two tokens are apart, what waits for what, and what it costs: the longest path "
       "between two of five tokens is drawn, below are the orders and the numbers.",
       layers_compared},
      {"layer-times", "The same three layers, measured",
       "Times of one pass on this machine, over the length of the sequence and over the width of "
       "a token, with the exponents of the power laws that fit them best.",
       layer_times},
      {"beam-search", "Beam search as a tree",
       "Each column is a step; the three most probable beginnings live on. Below each "
       "word: its probability after those before it. The chosen translation is marked; a small "
       "Transformer, trained at this moment on a toy language, gives the probabilities.",
       beam_search},
      {"attention-encoder", "A trained Transformer: encoder self-attention",
       "Who looks at whom in the source sentence, for each layer and head.", attention_encoder},
      {"attention-decoder", "A trained Transformer: decoder self-attention",
       "Each word that is written looks at those written before it, never ahead.",
       attention_decoder},
      {"attention-cross", "A trained Transformer: cross-attention",
       "Which source words are read for each word that is written, for each layer and head.",
       attention_cross},
      {"attention-bahdanau", "A trained recurrent model: additive attention",
       "The one map of a GRU encoder-decoder with attention (Bahdanau et al., 2015). An adjective "
       "that changes its place shows beside the diagonal.",
       attention_bahdanau},
  };
  return rows;
}

void write_figures(const fs::path& directory, const std::vector<std::string>& names) {
  std::vector<const Figure*> chosen;
  for (const auto& name : names) chosen.push_back(&find_figure(name));
  if (names.empty()) {
    for (const auto& figure : figures()) chosen.push_back(&figure);
  }
  make_folder(directory);
  for (const auto* figure : chosen) {
    const Stopwatch stopwatch;
    torch::manual_seed(kSeed);
    const auto picture = figure->picture();
    write_file_atomically(file_of(directory, *figure),
                          picture.svg(str(figure->title, ". ", figure->sentence)));
    log_info(figure->name, ": ", draw::label(stopwatch.seconds(), 2), " s");
  }
  write_page(directory);
  log_info("wrote ", (directory / "index.html").string());
}

}  // namespace regard::figures
