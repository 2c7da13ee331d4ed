#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "interop/foreign_model.h"
#include "interop/marian_arrays.h"
#include "scoring/score_text.h"
#include "store/marian_vocabulary.h"
#include "support/base/temporary_folder.h"

namespace regard::interop {
namespace {

/// Models that Marian 1.12 trained and wrote, and the n-best lists that it found with them.
class MarianNpzOf : public testing::TestWithParam<const char*> {};

TEST_P(MarianNpzOf, MarianGivesTheLogProbabilitiesThatMarianGives) {
  constexpr double kPrinted = 3e-5;  // rounding to five decimals, and float32 rounding
  const auto model = import_model(kMarianGolden + '/' + GetParam());
  const auto found = nlohmann::json::parse(test::content_of(kMarianGolden + "/n_best.json"));
  int64_t compared = 0;
  for (const auto& translation : found["n_best"][GetParam()]) {
    const auto pieces = translation["pieces"].get<std::vector<std::string>>();
    const auto log_probs = translation["log_probs"].get<std::vector<double>>();
    if (pieces.empty() || log_probs.size() == pieces.size()) continue;  // cut off at the limit
    const auto source = found["lines"][translation["line"].get<size_t>()].get<std::string>();
    const auto target = model.tokenizers.target().decode_pieces(pieces);
    const auto scored = translate::score_tokens(*model.model, model.tokenizers,
                                                std::span(&source, 1), std::span(&target, 1))
                            .front();
    ASSERT_EQ(scored.log_probs.size(), log_probs.size()) << target;
    for (size_t token = 0; token < log_probs.size(); ++token) {
      EXPECT_NEAR(scored.log_probs[token], log_probs[token], kPrinted) << source << ", " << target;
    }
    ++compared;
  }
  EXPECT_GE(compared, 10);
}

INSTANTIATE_TEST_SUITE_P(Kinds, MarianNpzOf,
                         testing::Values("post", "relu", "tied_layers", "ssru", "rnn", "rnn_norm",
                                         "rnn_deep"),
                         [](const auto& info) { return info.param; });

class MarianTransformerOf : public testing::TestWithParam<const char*> {};

TEST_P(MarianTransformerOf, MarianComesBackFromARoundTrip) {
  const test::TemporaryFolder folder;
  const std::string original = kMarianGolden + '/' + GetParam();
  const auto model = import_model(original);
  export_marian_npz(folder / "again", model);
  expect_equal_weights(model, import_model(folder / "again"));
  EXPECT_EQ(read_marian_vocabulary(folder / "again/vocab.yml"),
            read_marian_vocabulary(original + "/vocab.yml"));
  const auto again = arrays_of(folder / "again/model.npz");
  for (const auto& [name, array] : arrays_of(original + "/model.npz")) {
    if (name == kModelYaml || name.ends_with("_out_Wt")) continue;  // written transposed
    ASSERT_TRUE(again.contains(name)) << name;
    EXPECT_EQ(again.at(name).bytes, array.bytes) << name;
    EXPECT_EQ(again.at(name).shape, array.shape) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, MarianTransformerOf,
                         testing::Values("post", "relu", "tied_layers", "ssru"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace regard::interop
