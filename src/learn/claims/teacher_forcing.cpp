#include <torch/utils.h>

#include "claims/claim_table.h"
#include "figures/toy_translation.h"
#include "regard/base/str.h"
#include "text/tokenizer_pair.h"

namespace regard::claims {
namespace {

constexpr int64_t kNewSentences = 400;

struct ToyText {
  torch::Tensor sources, lengths, targets;
};

/// Unseen sentences made of words that the translator knows.
ToyText new_sentences(const figures::ToyTranslator& translator, const Attempt& attempt) {
  figures::ToyTranslation language(1000 + attempt.seed);
  std::vector<std::vector<int64_t>> sources, targets;
  for (int64_t i = 0; i < attempt.share_of(kNewSentences); ++i) {
    const auto pair = language.next();
    sources.push_back(translator.source.ids(pair.source));
    targets.push_back(translator.target.ids(pair.target));
  }
  const auto [batch, lengths] = figures::as_batch(sources);
  return {batch, lengths, figures::as_batch(targets).first};
}

/// Percentage of reference tokens predicted at their positions, with `before` as decoder input.
double accuracy(const figures::ToyTranslator& translator, const ToyText& text,
                const torch::Tensor& before) {
  const auto bos = torch::full({before.size(0), 1}, text::kBos);
  const auto input = torch::cat({bos, before.slice(1, 0, -1)}, 1);
  const auto memory = translator.model->encode(text.sources, text.lengths);
  const auto written = translator.model->decode(input, memory).argmax(-1);
  const auto counts = text.targets.ne(text::kPad);
  const auto right = written.eq(text.targets).logical_and(counts);
  return 100 * right.sum().item<double>() / counts.sum().item<double>();
}

Measurements measure_forcing(const Attempt& attempt) {
  Measurements measured;
  for (const int64_t updates : {60, 120, 250}) {
    for (const bool forcing : {true, false}) {
      const auto translator = figures::train_toy_translator({.architecture = "rnn_attention",
                                                             .updates = attempt.share_of(updates),
                                                             .seed = attempt.seed,
                                                             .teacher_forcing = forcing});
      const torch::NoGradGuard no_grad;
      const auto text = new_sentences(translator, attempt);
      const auto own =
          figures::greedy_rows(*translator.model, text.sources, text.lengths, text.targets.size(1));
      const std::string name = str(forcing ? "forced" : "free", ", ", updates);
      measured.add("own words, " + name, accuracy(translator, text, own));
      measured.add("reference, " + name, accuracy(translator, text, text.targets));
    }
  }
  return measured;
}

}  // namespace

Claim teacher_forcing() {
  return {.name = "teacher-forcing",
          .title = "Teacher forcing learns faster, but never sees its own mistakes",
          .statement =
              "A decoder that reads the reference during training learns faster than one that "
              "reads its own output. In translation it then meets mistakes that it has never seen.",
          .source = "d2l 10.7; Williams and Zipser (1989); Bengio et al. (2015)",
          .experiment =
              "RNNs with attention learn the toy language of the figures (4,096 sentences) from "
              "the reference or from their own output, in 60, 120 or 250 updates. Token accuracy "
              "on 400 new sentences, where the decoder reads its own output, as in translation, or "
              "the reference.",
          .depends_on = "how long training lasts",
          .remark =
              "Some words have two translations, so no model reaches 100 %. Free running also "
              "costs a greedy search per update.",
          .seeds = 8,
          .seconds = 6,
          .measure = measure_forcing,
          .checks = {{"60 updates: teacher forcing translates better",
                      "accuracy forced − free (percentage points)",
                      difference("own words, forced, 60", "own words, free, 60"), 0},
                     {"120 updates: likewise", "accuracy forced − free (percentage points)",
                      difference("own words, forced, 120", "own words, free, 120"), 0},
                     {"250 updates: likewise", "accuracy forced − free (percentage points)",
                      difference("own words, forced, 250", "own words, free, 250"), 0},
                     {"60 updates: own words mislead the forced model",
                      "accuracy on the reference − on own words",
                      difference("reference, forced, 60", "own words, forced, 60"), 0},
                     {"250 updates: likewise", "accuracy on the reference − on own words",
                      difference("reference, forced, 250", "own words, forced, 250"), 0}},
          .charts = {{.title = "Tokens in their places, decoder reading its own words",
                      .axis = {.title = "accuracy (%)"},
                      .rows = {{"teacher forcing, 60", "own words, forced, 60", 0},
                               {"free running, 60", "own words, free, 60", 1},
                               {"teacher forcing, 120", "own words, forced, 120", 0},
                               {"free running, 120", "own words, free, 120", 1},
                               {"teacher forcing, 250", "own words, forced, 250", 0},
                               {"free running, 250", "own words, free, 250", 1}}}}};
}

}  // namespace regard::claims
