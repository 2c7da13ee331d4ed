// The diagrams in docs/pictures are the output of `regard draw`.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "config/experiment.h"
#include "diagrams/diagram.h"
#include "model/modules.h"
#include "support/base/temporary_folder.h"
#include "support/golden.h"

namespace regard::diagrams {
namespace {

struct PictureOfDocs {
  std::string file;
  std::string config;  ///< file in configs/; empty: an idea
  std::string part;    ///< or the idea's name

  std::string made_by() const {
    return "build/regard draw " + (config.empty() ? "" : "configs/" + config + " ") +
           (part.empty() ? "" : "--part " + part + " ") + "-o docs/pictures/" + file;
  }
};

void PrintTo(const PictureOfDocs& picture, std::ostream* out) { *out << picture.file; }

class PicturesOfDocs : public testing::TestWithParam<PictureOfDocs> {};

INSTANTIATE_TEST_SUITE_P(
    , PicturesOfDocs,
    testing::Values(PictureOfDocs{"transformer.svg", "quick-transformer.yaml", ""},
                    PictureOfDocs{"rnn-attention.svg", "quick-bahdanau.yaml", ""},
                    PictureOfDocs{"multi-head-attention.svg", "quick-transformer.yaml",
                                  "decoder.blks.block0.attention1"},
                    PictureOfDocs{"scaled-dot-product.svg", "quick-transformer.yaml",
                                  "decoder.blks.block0.attention1.scaled_dot_product"},
                    PictureOfDocs{"additive-attention.svg", "quick-bahdanau.yaml",
                                  "decoder.attention"},
                    PictureOfDocs{"gru-cell.svg", "", "gru-cell"},
                    PictureOfDocs{"lstm-cell.svg", "", "lstm-cell"},
                    PictureOfDocs{"teacher-forcing.svg", "", "teacher-forcing"},
                    PictureOfDocs{"feedback.svg", "", "feedback"},
                    PictureOfDocs{"attention-pooling.svg", "", "attention-pooling"}));

TEST_P(PicturesOfDocs, AreUpToDate) {
  const auto& [file, config, part] = GetParam();
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
  const auto drawn = diagram(model, drawn_part);
  const auto of =
      config.empty() ? part + ", d2l " + std::string(find_idea(part).section) : "configs/" + config;
  EXPECT_EQ(test::content_of(test::source_folder() / "docs/pictures" / file),
            drawn.picture.svg(drawn.title + " of " + of))
      << "remake it: " << GetParam().made_by();
}

}  // namespace
}  // namespace regard::diagrams
