#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/log.h"
#include "support/base/temporary_folder.h"
#include "trainer/train.h"

namespace regard::test {

inline constexpr auto kSmallSources =
    "I see the cat .\nyou see the dog .\nwe see a bird .\nI eat an apple .\nyou eat the bread "
    ".\nhe sleeps .\n";
inline constexpr auto kSmallTargets =
    "je vois le chat .\ntu vois le chien .\nnous voyons un oiseau .\nje mange une pomme .\ntu "
    "manges le pain .\nil dort .\n";

inline constexpr auto kSmallRnn = "rnn_attention, embedding_size: 16, hidden_size: 16, layers: 2";
inline constexpr auto kSmallTransformer =
    "transformer, d_model: 8, heads: 2, ffn_size: 16, encoder_layers: 1, decoder_layers: 1";
inline constexpr auto kSmallRnnLm =
    "model: {type: rnn_lm, embedding_size: 8, hidden_size: 8, layers: 2";

/// A folder with a text and a config.yaml that trains on it in a second. Silences the log during
/// its lifetime.
class TrainingFolder {
 public:
  TrainingFolder() {
    set_quiet(true);
    directory_.write("text.en", kSmallSources);
    directory_.write("text.fr", kSmallTargets);
    directory_.write("config.yaml",
                     config_of("rnn_attention, embedding_size: 8, hidden_size: 8, layers: 2"));
  }
  ~TrainingFolder() { set_quiet(false); }
  TrainingFolder(const TrainingFolder&) = delete;
  TrainingFolder& operator=(const TrainingFolder&) = delete;

  /// The config of a translation model, given what follows `{type: `.
  std::string config_of(const std::string& model) const {
    const std::string text =
        "{source: " + (directory_ / "text.en") + ", target: " + (directory_ / "text.fr") + "}";
    return "data: {train: [" + text + "], valid: " + text + "}\n" +
           "tokenizer: {type: word, vocab_size: 40}\n" + "model: {type: " + model +
           ", dropout: 0.2}\n" + training(24);
  }

  /// The config of a language model, given its sections `bptt`, which may be left out, and `model`
  /// without its closing brace. An epoch of the text has about twenty batches.
  std::string language_config_of(std::string model) const {
    std::string text;
    for (int i = 0; i < 6; ++i) text += kSmallSources;
    const std::string files = "{text: " + directory_.write("text.txt", text) + "}";
    if (!model.starts_with("bptt")) model = "bptt: {steps: 4}\n" + model;
    return "task: language_model\ndata: {train: [" + files + "], valid: " + files + "}\n" +
           "tokenizer: {type: word, vocab_size: 40}\n" + model + ", dropout: 0.2}\n" + training(8);
  }

  /// `regard train config.yaml --output OUTPUT`.
  std::optional<int> train(const std::string& output,
                           const std::vector<std::string>& overrides = {}, bool resume = false,
                           bool overwrite = false, bool changed_texts = false) const {
    const InterruptGuard interrupt;
    return regard::train::train(config::load_experiment(directory_ / "config.yaml", overrides),
                                {.directory = directory_ / output,
                                 .resume = resume,
                                 .overwrite = overwrite,
                                 .changed_texts = changed_texts},
                                interrupt);
  }

  /// Trains `whole` without a stop, and `parts` with one after 7 steps.
  void expect_resumes_bit_for_bit(const std::vector<std::string>& overrides) const {
    train("whole", overrides);
    auto fewer_steps = overrides;
    fewer_steps.emplace_back("training.steps=7");
    train("parts", fewer_steps);
    train("parts", overrides, true);
    EXPECT_EQ(model_of("whole"), model_of("parts"));
  }

  /// The bytes of a run's weights.
  std::string model_of(const std::string& output) const {
    return content_of(directory_ / (output + "/model.safetensors"));
  }

 protected:
  TemporaryFolder directory_;

 private:
  static std::string training(int batch_tokens) {
    return "training: {steps: 24, warmup: 1, batch_tokens: " + std::to_string(batch_tokens) +
           ", validate_every: 5, save_every: 3, average: 2, device: cpu, threads: 1}\n";
  }
};

}  // namespace regard::test
