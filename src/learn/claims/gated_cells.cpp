#include "claims/claim_table.h"
#include "figures/character_model.h"
#include "nn/recurrent.h"
#include "regard/base/str.h"

namespace regard::claims {
namespace {

constexpr int64_t kGruWidth = 96;
constexpr int64_t kLstmWidth = 80;  // for about as many parameters as in a GRU layer

int64_t parameters_in_layer(ops::Cell cell, int64_t width) {
  const nn::Recurrent rnn(
      nn::RecurrentOptions{.cell = cell, .input_size = width, .hidden_size = width});
  int64_t count = 0;
  for (const auto& parameter : rnn->parameters()) count += parameter.numel();
  return count;
}

Measurements measure_cells(const Attempt& attempt) {
  Measurements measured;
  measured.add("parameters, GRU",
               static_cast<double>(parameters_in_layer(ops::Cell::gru, kGruWidth)));
  measured.add("parameters, LSTM",
               static_cast<double>(parameters_in_layer(ops::Cell::lstm, kGruWidth)));
  const auto text = figures::read_character_text();
  const auto perplexity = [&](ops::CellName cell, int64_t width) {
    const auto model = figures::train_character_model(
        text, {.cell = cell,
               .hidden_size = width,
               .learner = {.updates = attempt.share_of(600), .learning_rate = 0.008},
               .seed = attempt.seed});
    return figures::perplexity_of(*model, text);
  };
  measured.add("perplexity, GRU", perplexity(ops::CellName::gru, kGruWidth));
  measured.add("perplexity, LSTM", perplexity(ops::CellName::lstm, kGruWidth));
  measured.add("perplexity, small LSTM", perplexity(ops::CellName::lstm, kLstmWidth));
  measured.add("perplexity, RNN", perplexity(ops::CellName::rnn, kGruWidth));
  return measured;
}

}  // namespace

Claim gated_cells() {
  return {.name = "gated-cells",
          .title = "A GRU has a quarter fewer parameters than an LSTM, and is as good",
          .statement =
              "A GRU needs 25 % fewer parameters than an LSTM of the same width. Its quality is "
              "about the same, and both are better than a plain network.",
          .source = "d2l 10.1, 10.2; Chung et al. (2014)",
          .experiment =
              "Character language models with one layer of 96 units on the sentences of data/, 600 "
              "updates, the same learning rate for all; also an LSTM with 80 units. Held-out "
              "perplexity.",
          .depends_on = "what is compared: parameters or quality",
          .remark =
              "The learning rate is not tuned for each cell, and no bias opens the LSTM's forget "
              "gate at "
              "the start.",
          .seeds = 5,
          .seconds = 13,
          .measure = measure_cells,
          .checks = {{"parameters of a layer of equal width", "GRU / LSTM",
                      ratio("parameters, GRU", "parameters, LSTM"), 0.749, 0.751},
                     {"equal width: perplexities within 3 %", "GRU / LSTM",
                      ratio("perplexity, GRU", "perplexity, LSTM"), 0.97, 1.03},
                     {"the GRU is better than a plain network", "GRU / RNN",
                      ratio("perplexity, GRU", "perplexity, RNN"), 0, 1},
                     {"the LSTM is better than a plain network", "LSTM / RNN",
                      ratio("perplexity, LSTM", "perplexity, RNN"), 0, 1}},
          .charts = {{.title = "Perplexity of held-out characters",
                      .axis = {.title = "perplexity"},
                      .rows = {{"GRU, 96", "perplexity, GRU", 0},
                               {"LSTM, 96", "perplexity, LSTM", 1},
                               {"LSTM, 80", "perplexity, small LSTM", 1},
                               {"plain RNN, 96", "perplexity, RNN", 2}}}}};
}

}  // namespace regard::claims
