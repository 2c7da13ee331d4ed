#include "base/utf8.h"
#include "claims/claim_table.h"
#include "claims/small_models.h"

namespace regard::claims {
namespace {

constexpr int64_t kLongestShort = 7;  // words

/// The held-out sentences with more than seven English words, or those with at most seven.
figures::Sentences sentences_that_are(bool are_long) {
  const auto& all = small_data().held_out;
  figures::Sentences chosen;
  for (size_t i = 0; i < all.sources.size(); ++i) {
    if ((words_in(all.sources[i]) > kLongestShort) != are_long) continue;
    chosen.sources.push_back(all.sources[i]);
    chosen.targets.push_back(all.targets[i]);
  }
  return chosen;
}

Measurements measure_lengths(const Attempt& attempt) {
  Measurements measured;
  const auto short_ones = sentences_that_are(false), long_ones = sentences_that_are(true);
  for (const std::string type : {"rnn_context", "rnn_attention"}) {
    const auto model = shared_model(figures::small_rnn(type), attempt);
    const auto& corpus = small_data().corpus;
    measured.add("BLEU short, " + type, figures::translate_small(*model, corpus, short_ones).bleu);
    measured.add("BLEU long, " + type, figures::translate_small(*model, corpus, long_ones).bleu);
  }
  measured.add("gain, short",
               measured.at("BLEU short, rnn_attention") - measured.at("BLEU short, rnn_context"));
  measured.add("gain, long",
               measured.at("BLEU long, rnn_attention") - measured.at("BLEU long, rnn_context"));
  return measured;
}

}  // namespace

Claim attention_and_length() {
  return {
      .name = "attention-and-length",
      .title = "Attention helps, most of all with long sentences",
      .statement =
          "An encoder that compresses a sentence into one vector fails on long sentences. "
          "Attention, which reads every state, does not.",
      .source = "d2l 11.4; Bahdanau, Cho and Bengio (2015), 5.2",
      .experiment =
          "Two RNNs that differ only in attention learn the 4,341 sentences of data/train in 2,000 "
          "updates. BLEU of greedy translations of held-out sentences with at most seven English "
          "words, and of longer ones.",
      .depends_on = "the length of the sentences",
      .remark =
          "Long sentences here have 8 to about 20 words. Within this range, the gain does not grow "
          "further: see regard "
          "figures sentence-length.",
      .seeds = 5,
      .seconds = 30,
      .measure = measure_lengths,
      .checks = {{"short sentences: attention is better", "gain (BLEU)", measured("gain, short"),
                  0},
                 {"long sentences: attention is better", "gain (BLEU)", measured("gain, long"), 0},
                 {"attention gains more on long sentences", "gain on long − on short (BLEU)",
                  difference("gain, long", "gain, short"), 0}},
      .charts = {{.title = "BLEU of held-out sentences",
                  .axis = {.title = "BLEU", .min = 0},
                  .rows = {{"context vector, short", "BLEU short, rnn_context", 0},
                           {"context vector, long", "BLEU long, rnn_context", 0},
                           {"attention, short", "BLEU short, rnn_attention", 1},
                           {"attention, long", "BLEU long, rnn_attention", 1}}}}};
}

}  // namespace regard::claims
