#include <gtest/gtest.h>

#include <filesystem>

#include "interop/foreign_model.h"
#include "interop/marian_arrays.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::interop {
namespace {

namespace fs = std::filesystem;
using test::thrown_error;

class MarianRnn : public testing::Test {
 protected:
  MarianRnn() { fs::copy(kMarianGolden + "/rnn_norm", folder_ / "model"); }

  /// The error after a replacement in the text of the model's options.
  std::string problem_with(const std::string& from, const std::string& to) const {
    auto arrays = arrays_of(kMarianGolden + "/rnn_norm/model.npz");
    auto& options = arrays.at(kModelYaml);
    const auto at = options.bytes.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    options.bytes.replace(at, from.size(), to);
    options.shape = {static_cast<int64_t>(options.bytes.size())};
    store::write_numpy_archive(folder_ / "model/model.npz", arrays);
    return thrown_error([&] { import_model(folder_ / "model"); }).problem();
  }

  test::TemporaryFolder folder_;
};

TEST_F(MarianRnn, BecomesAConditionalGru) {
  const auto section = import_model(kMarianGolden + "/rnn_deep").experiment.model;
  EXPECT_EQ(section.find("type")->text, "conditional_gru");
  EXPECT_EQ(section.find("decoder_cells")->text, "3");
  EXPECT_EQ(section.find("alternating")->text, "true");
  EXPECT_EQ(section.find("tied_embeddings")->text, "target");
}

TEST_F(MarianRnn, IsRefusedWithTheOptionThatRegardLacks) {
  EXPECT_EQ(problem_with("enc-cell: gru", "enc-cell: lstm"),
            "enc-cell is 'lstm', but regard supports only 'gru'");
  EXPECT_EQ(problem_with("dec-cell: gru", "dec-cell: gru-nematus"),
            "dec-cell is 'gru-nematus', but regard supports only 'gru'");
  EXPECT_EQ(problem_with("enc-type: bidirectional", "enc-type: bi-unidirectional"),
            "enc-type is 'bi-unidirectional', but regard supports only 'bidirectional' and "
            "'alternating'");
  EXPECT_EQ(problem_with("right-left: false", "right-left: true"),
            "right-left is 'true', but regard supports only 'false'");
  EXPECT_EQ(problem_with("dim-rnn: 6", "dim-rnn: six"), "dim-rnn is 'six', but must be a number");
}

TEST_F(MarianRnn, HasTheArraysThatItsOptionsSay) {
  EXPECT_EQ(problem_with("layer-normalization: true", "layer-normalization: false"),
            "has an unexpected tensor: decoder_att_gamma1");
  EXPECT_EQ(problem_with("dec-depth: 1", "dec-depth: 2"), "has no tensor decoder_l2_cell1_U");
}

TEST_F(MarianRnn, CannotBeExported) {
  const auto model = import_model(folder_ / "model");
  const auto error = thrown_error([&] { export_marian_npz(folder_ / "again", model); });
  EXPECT_NE(error.problem().find("model.type is conditional_gru instead of transformer"),
            std::string::npos)
      << error.problem();
}

}  // namespace
}  // namespace regard::interop
