#include "claims/claim_table.h"
#include "claims/small_models.h"
#include "regard/base/str.h"

namespace regard::claims {
namespace {

void add_scores(Measurements& measured, const std::string& name, model::Seq2SeqModel& model,
                const config::SearchOptions& search) {
  const auto scores =
      figures::translate_small(model, small_data().corpus, small_data().held_out, search);
  measured.add("BLEU, " + name, scores.bleu);
  measured.add("length, " + name, scores.length_ratio);
  measured.add("log P, " + name, scores.log_prob);
}

Measurements measure_beams(const Attempt& attempt) {
  Measurements measured;
  const auto model = shared_model(figures::small_rnn("rnn_attention"), attempt);
  for (const int64_t beam : {1, 2, 5, 20, 100}) {
    add_scores(measured, str("beam ", beam), *model, {.beam_size = beam, .length_penalty = 0});
  }
  return measured;
}

Measurements measure_penalties(const Attempt& attempt) {
  Measurements measured;
  const auto model = shared_model(figures::small_rnn("rnn_attention"), attempt);
  for (const double alpha : {0.0, 0.6, 1.0, 2.0}) {
    add_scores(measured, str("alpha ", alpha), *model, {.beam_size = 20, .length_penalty = alpha});
  }
  return measured;
}

}  // namespace

Claim beam_width() {
  return {.name = "beam-width",
          .title = "Wider beams find likelier translations, not better ones",
          .statement =
              "A wider beam finds translations of higher probability. Quality rises with "
              "the first few hypotheses and falls again with many, because the likeliest "
              "translations are too short.",
          .source = "d2l 10.8; Koehn and Knowles (2017), 3.6; Stahlberg and Byrne (2019)",
          .experiment =
              "The small RNN with attention translates the held-out sentences with beams "
              "of 1 to 100, without length penalty.",
          .depends_on = "the width",
          .remark =
              "The effect grows with the model's errors and with sentence length; sentences are "
              "short here.",
          .seeds = 5,
          .seconds = 40,
          .measure = measure_beams,
          .checks = {{"100 against 1: a higher probability", "log P with 100 − with 1 (nats)",
                      difference("log P, beam 100", "log P, beam 1"), 0},
                     {"5 against 1: better", "BLEU with 5 − with 1",
                      difference("BLEU, beam 5", "BLEU, beam 1"), 0},
                     {"100 against 5: worse", "BLEU with 100 − with 5",
                      difference("BLEU, beam 100", "BLEU, beam 5"), -kNoBound, 0},
                     {"100 against 5: shorter", "length ratio with 100 − with 5",
                      difference("length, beam 100", "length, beam 5"), -kNoBound, 0}},
          .charts = {{.title = "BLEU by beam, without length penalty",
                      .axis = {.title = "BLEU"},
                      .rows = {{"1", "BLEU, beam 1", 0},
                               {"2", "BLEU, beam 2", 0},
                               {"5", "BLEU, beam 5", 0},
                               {"20", "BLEU, beam 20", 0},
                               {"100", "BLEU, beam 100", 0}}},
                     {.title = "Length of the translations",
                      .axis = {.title = "words / words of the references"},
                      .rows = {{"1", "length, beam 1", 1},
                               {"5", "length, beam 5", 1},
                               {"100", "length, beam 100", 1}}}}};
}

Claim length_penalty() {
  return {.name = "length-penalty",
          .title = "A length penalty corrects translations that are too short",
          .statement =
              "Log-probabilities only fall as a sentence grows, so search prefers short sentences. "
              "Dividing by length^α corrects the length and improves translations.",
          .source = "d2l 10.8.3; Wu et al. (2016), 7",
          .experiment =
              "The small RNN with attention translates the held-out sentences with a "
              "beam of 20 and α = 0, 0.6, 1 and 2.",
          .depends_on = "what is measured",
          .remark =
              "Even without the penalty, translations are nearly as long as the references: "
              "sentences of a few words leave little to shorten.",
          .seeds = 5,
          .seconds = 3,
          .measure = measure_penalties,
          .checks = {{"α = 0: translations are too short", "length ratio",
                      measured("length, alpha 0"), 0, 1},
                     {"α = 1: they are longer", "length ratio with − without",
                      difference("length, alpha 1", "length, alpha 0"), 0},
                     {"α = 1: better", "BLEU with − without",
                      difference("BLEU, alpha 1", "BLEU, alpha 0"), 0}},
          .charts = {{.title = "Length by α, with a beam of 20",
                      .axis = {.title = "words / words of the references"},
                      .rows = {{"0", "length, alpha 0", 1},
                               {"0.6", "length, alpha 0.6", 1},
                               {"1", "length, alpha 1", 1},
                               {"2", "length, alpha 2", 1}}},
                     {.title = "BLEU by α",
                      .axis = {.title = "BLEU"},
                      .rows = {{"0", "BLEU, alpha 0", 0},
                               {"0.6", "BLEU, alpha 0.6", 0},
                               {"1", "BLEU, alpha 1", 0},
                               {"2", "BLEU, alpha 2", 0}}}}};
}

}  // namespace regard::claims
