// The diagrams in docs/pictures are the output of `regard draw`, in English and in Chinese.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "config/experiment.h"
#include "diagrams/diagram.h"
#include "model/modules.h"
#include "support/base/temporary_folder.h"
#include "support/golden.h"
#include "words/language.h"

namespace regard::diagrams {
namespace {

struct PictureOfDocs {
  std::string name;
  std::string config;  ///< file in configs/; empty for an idea
  std::string part;    ///< part of the model, or the idea

  std::string file_in(words::Language language) const {
    return name + (language == words::Language::zh ? ".zh.svg" : ".svg");
  }
  std::string made_by(words::Language language) const {
    return "build/regard draw " + (config.empty() ? "" : "configs/" + config + " ") +
           (part.empty() ? "" : "--part " + part + " ") +
           (language == words::Language::zh ? "--lang zh " : "") + "-o docs/pictures/" +
           file_in(language);
  }
};

void PrintTo(const PictureOfDocs& picture, std::ostream* out) { *out << picture.name; }

class PicturesOfDocs : public testing::TestWithParam<PictureOfDocs> {};

INSTANTIATE_TEST_SUITE_P(
    , PicturesOfDocs,
    testing::Values(PictureOfDocs{"transformer", "quick-transformer.yaml", ""},
                    PictureOfDocs{"rnn-attention", "quick-bahdanau.yaml", ""},
                    PictureOfDocs{"multi-head-attention", "quick-transformer.yaml",
                                  "decoder.blks.block0.attention1"},
                    PictureOfDocs{"scaled-dot-product", "quick-transformer.yaml",
                                  "decoder.blks.block0.attention1.scaled_dot_product"},
                    PictureOfDocs{"additive-attention", "quick-bahdanau.yaml", "decoder.attention"},
                    PictureOfDocs{"gru-cell", "", "gru-cell"},
                    PictureOfDocs{"lstm-cell", "", "lstm-cell"},
                    PictureOfDocs{"teacher-forcing", "", "teacher-forcing"},
                    PictureOfDocs{"feedback", "", "feedback"},
                    PictureOfDocs{"attention-pooling", "", "attention-pooling"}));

TEST_P(PicturesOfDocs, AreUpToDate) {
  const auto& [name, config, part] = GetParam();
  std::shared_ptr<torch::nn::Module> model;
  std::string drawn_part = part;
  if (config.empty()) {
    const auto& idea = find_idea(part);
    model = idea.module();
    drawn_part = idea.part;
  } else {
    const auto experiment = config::load_experiment(test::source_folder() / "configs" / config);
    const int64_t vocab = experiment.tokenizer.vocab_size.value_or(0);
    model = model::make_seq2seq_model(experiment.model, vocab, vocab, experiment.tokenizer.joint);
  }
  for (const auto language : {words::Language::en, words::Language::zh}) {
    const draw::DrawnIn drawn_in(words::phrases_of(language));
    const auto drawn = diagram(model, drawn_part);
    const auto of =
        config.empty() ? part + ", " + find_idea(part).place(language) : "configs/" + config;
    EXPECT_EQ(
        test::content_of(test::source_folder() / "docs/pictures" / GetParam().file_in(language)),
        drawn.picture.svg(draw::drawn_text(drawn.title) + draw::drawn_text(" of ") + of))
        << "remake it: " << GetParam().made_by(language);
  }
}

}  // namespace
}  // namespace regard::diagrams
