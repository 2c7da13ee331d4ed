#include "regard/figures/figures.h"

#include <torch/utils.h>

#include "regard/base/atomic_file.h"
#include "regard/base/counted.h"
#include "regard/base/error.h"
#include "regard/base/folder.h"
#include "regard/base/log.h"
#include "regard/base/nearest.h"
#include "regard/base/progress_bar.h"
#include "regard/base/regular_file.h"
#include "regard/base/stopwatch.h"
#include "regard/base/str.h"
#include "regard/draw/page.h"

namespace regard::figures {
// The figures, each drawn by another source of this folder.
draw::Picture attention_cues();
draw::Picture kernel_regression();
draw::Picture kernel_width();
draw::Picture masked_softmax();
draw::Picture attention_scores();
draw::Picture masks();
draw::Picture positional_encoding();
draw::Picture positional_encoding_curves();
draw::Picture positional_encoding_binary();
draw::Picture position_rotation();
draw::Picture prediction_ahead();
draw::Picture vanishing_gradients();
draw::Picture truncation_strategies();
draw::Picture truncated_training();
draw::Picture sentence_length();
draw::Picture layers_compared();
draw::Picture layer_times();
draw::Picture beam_search();
draw::Picture attention_encoder();
draw::Picture attention_decoder();
draw::Picture attention_cross();
draw::Picture attention_bahdanau();

namespace {

namespace fs = std::filesystem;

constexpr uint64_t kSeed = 1;  // of each figure

// A new figure is a source, its declaration above and its row here, in the order of the page.
constexpr Figure kFigures[] = {
    {"attention-cues", "Attention cues",
     "Without a query, attention depends on the keys alone: every row is the same. With queries, "
     "each finds the key most similar to it, the more clearly the sharper the softmax.",
     attention_cues},
    {"kernel-regression", "Kernel regression is attention",
     "Fifty noisy points and three estimates between them: the mean of all, a mean weighted by a "
     "Gaussian kernel, and one with a learned width. Below, the weights: a row per query, a "
     "column per data point; colours end at 0.2.",
     kernel_regression},
    {"kernel-width", "Learning the width of the kernel",
     "Loss while gradient descent learns the width. The book's learning rate jumps across the "
     "valley at the first step; a smaller one descends into it.",
     kernel_width},
    {"masked-softmax", "Masked softmax",
     "Softmax over the first scores only: all of them, a number of keys per sequence, or one per "
     "query. Masked scores get weight 0, the others sum to 1.",
     masked_softmax},
    {"attention-scores", "Additive and dot-product attention",
     "Weights of two sequences with 2 and 6 valid keys. With equal keys, as in the book's "
     "example, both scores spread the weight evenly; with different keys, they select.",
     attention_scores},
    {"masks", "Causal mask and padding mask",
     "A decoder's position sees itself and what was before it; no position sees padding; in "
     "training both masks hold at once.",
     masks},
    {"positional-encoding", "Positional encoding",
     "Each row is added to the embedding at that position: pairs of sine and cosine whose "
     "frequency falls from left to right.",
     positional_encoding},
    {"positional-encoding-curves", "Positional encoding, four of its columns",
     "Columns 6 and 7 are sine and cosine of one frequency, 8 and 9 of a lower one.",
     positional_encoding_curves},
    {"positional-encoding-binary", "Positions as binary numbers and as waves",
     "The lowest bit of a counter changes at every number, the next at every second one. The "
     "columns of the positional encoding do the same, smoothly.",
     positional_encoding_binary},
    {"position-rotation", "Relative positions are rotations",
     "One rotation per frequency takes the encoding of any position i to that of i + 3, so "
     "attention can find what is three places away.",
     position_rotation},
    {"prediction-ahead", "One step ahead, and further",
     "A network predicts the next number of a noisy sine from four. Fed with its own predictions "
     "it soon drifts: the further ahead, the larger the error.",
     prediction_ahead},
    {"vanishing-gradients", "Gradients that vanish",
     "Effect of a change in the first state on the state t steps later. In plain recurrent "
     "networks it vanishes or explodes; open gates let it through.",
     vanishing_gradients},
    {"truncation-strategies", "Truncated back-propagation through time",
     "How far gradients flow back: through all steps, within segments of fixed length, or within "
     "segments of random length, weighted so that the expected gradient is the full one.",
     truncation_strategies},
    {"truncated-training", "Training with truncated back-propagation",
     "The same small network on the same sentences. Truncated at every step it learns least; 4, "
     "16 or 64 steps make little difference here, and random truncation gains nothing.",
     truncated_training, 25},
    {"sentence-length", "Context vector against attention",
     "Two small translators after the same updates on the same sentences of data/. One has the "
     "whole source in one vector, the other attends to every word, which matters more the longer "
     "the sentence.",
     sentence_length, 75},
    {"layers-compared", "Convolution, recurrence and self-attention",
     "Path length between tokens, sequential steps and cost: the longest path between two of "
     "five tokens, with complexities and numbers below.",
     layers_compared},
    {"layer-times", "The same three layers, measured",
     "Times of one pass on this machine by sequence length and by token width, with the "
     "exponents of the best-fitting power laws.",
     layer_times},
    {"beam-search", "Beam search as a tree",
     "Each column is a step, which keeps the three most probable prefixes. Below each word is "
     "its probability given its prefix; the chosen translation is marked. The probabilities come "
     "from a small Transformer, trained on a toy language for this figure.",
     beam_search},
    {"attention-encoder", "A trained Transformer: encoder self-attention",
     "What each source word attends to in the source, by layer and head.", attention_encoder},
    {"attention-decoder", "A trained Transformer: decoder self-attention",
     "Each written word attends to those before it, never ahead.", attention_decoder},
    {"attention-cross", "A trained Transformer: cross-attention",
     "The source words that each written word attends to, by layer and head.", attention_cross},
    {"attention-bahdanau", "A trained recurrent model: additive attention",
     "The attention of a GRU encoder-decoder (Bahdanau et al., 2015). An adjective that changes "
     "places shows off the diagonal.",
     attention_bahdanau},
};

const Figure& find_figure(const std::string& name) {
  std::vector<std::string> known;
  for (const auto& figure : kFigures) {
    if (figure.name == name) return figure;
    known.emplace_back(figure.name);
  }
  const auto meant = did_you_mean(name, known);
  throw Error(str("there is no figure ", name), {},
              meant.empty() ? "regard figures --list names them all" : meant);
}

fs::path file_of(const fs::path& directory, const Figure& figure) {
  return directory / str(figure.name, ".svg");
}

void write_page(const fs::path& directory) {
  std::vector<draw::PageSection> sections;
  for (const auto& figure : kFigures) {
    const auto file = file_of(directory, figure);
    if (!is_there(file)) continue;
    sections.push_back({.name = std::string(figure.name),
                        .title = std::string(figure.title),
                        .sentence = std::string(figure.sentence),
                        .svg = read_file(file)});
  }
  write_file_atomically(directory / "index.html",
                        draw::page("Attention, drawn by regard",
                                   "From recurrent networks to the Transformer. regard computes "
                                   "the numbers of each figure afresh.",
                                   sections));
}

}  // namespace

std::span<const Figure> figures() { return kFigures; }

std::string what_takes_long(const std::vector<const Figure*>& chosen) {
  int seconds = 0;
  std::string slow;
  for (const auto* figure : chosen) {
    seconds += figure->seconds;
    if (figure->seconds > 0) {
      slow += slow.empty() ? "" : ", ";
      slow += str(figure->name, ' ', figure->seconds, " s");
    }
  }
  return seconds == 0
             ? ""
             : str("drawing ", regard::counted(chosen.size(), "figure"), ", which takes about ",
                   format_duration(seconds), " on one core: ", slow);
}

void write_figures(const fs::path& directory, const std::vector<std::string>& names) {
  std::vector<const Figure*> chosen;
  for (const auto& name : names) chosen.push_back(&find_figure(name));
  if (names.empty()) {
    for (const auto& figure : kFigures) chosen.push_back(&figure);
  }
  make_folder(directory);
  if (const auto slow = what_takes_long(chosen); !slow.empty()) log_info(slow);
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
