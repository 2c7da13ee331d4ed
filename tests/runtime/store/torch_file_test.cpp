#include "store/torch_file.h"

#include <gtest/gtest.h>

#include <cstring>

#include "support/base/pickled_tensors.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/golden.h"

namespace regard::store {
namespace {

using Shape = std::vector<int64_t>;

std::string golden(const char* name) { return test::source_folder() / "tests/golden/torch" / name; }

std::vector<float> numbers_of(const TorchFile& file, const std::string& name) {
  const auto bytes = file.storage_of(file.entries().at(name));
  std::vector<float> numbers(bytes.size() / sizeof(float));
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(float));
  return numbers;
}

/// archive.bin was written by torch.save of PyTorch 2.13, pickles.bin in the format used before
/// 1.6. Both have the same tensors.
class TorchFileOf : public testing::TestWithParam<const char*> {};

TEST_P(TorchFileOf, PyTorchHasItsTensors) {
  const TorchFile file(golden(GetParam()));
  EXPECT_EQ(file.entries().size(), 6U);
  const auto& a = file.entries().at("a");
  EXPECT_EQ(a.shape, (Shape{2, 3}));
  EXPECT_EQ(numbers_of(file, "a"), (std::vector<float>{0, 1, 2, 3, 4, 5}));
  const auto& transposed = file.entries().at("transposed");
  EXPECT_EQ(transposed.shape, (Shape{3, 2}));
  EXPECT_EQ(transposed.strides, (Shape{1, 3}));
  EXPECT_EQ(transposed.storage, a.storage);
  EXPECT_EQ(file.entries().at("part").offset, 3);
  EXPECT_EQ(file.entries().at("half").type, Dtype::f16);
  EXPECT_EQ(file.entries().at("whole").type, Dtype::i64);
  EXPECT_EQ(numbers_of(file, "parameter"), std::vector<float>{7});
}

INSTANTIATE_TEST_SUITE_P(Formats, TorchFileOf, testing::Values("archive.bin", "pickles.bin"),
                         [](const auto& info) { return std::string(info.param, 7); });

TEST(TorchFile, IsRefusedIfItWouldRunACommand) {
  EXPECT_EQ(test::thrown_error([] { TorchFile(golden("harmful.bin")); }).problem(),
            "tries to call posix.system, which no file of weights needs");
}

class TorchFileTest : public testing::Test {
 protected:
  std::string problem(const test::PickledTensors& tensors) const {
    test::write_pickled(folder_ / "a.bin", tensors);
    return test::thrown_error([&] {
             const TorchFile file(folder_ / "a.bin");
             file.storage_of(file.entries().at("a"));
           })
        .problem();
  }

  test::TemporaryFolder folder_;
};

TEST_F(TorchFileTest, HasNoTensorOutsideItsStorage) {
  const std::string outside = "damaged torch.save file: a lies outside its storage";
  EXPECT_EQ(problem({{"a", {{3}, "12345678"}}}), outside);
  EXPECT_EQ(problem({{"a", {{2147483647, 2147483647, 2147483647}, "1234"}}}), outside);
}

TEST_F(TorchFileTest, ThatIsCutIsRefused) {
  const auto whole = test::pickled_before_archives({{"a", {{2}, "12345678"}}});
  for (size_t size = 0; size < whole.size(); ++size) {
    const auto path = folder_.write("cut.bin", whole.substr(0, size));
    EXPECT_TRUE(test::thrown_error([&] { TorchFile file(path); }).problem().starts_with("damaged"))
        << size;
  }
  EXPECT_EQ(TorchFile(folder_.write("whole.bin", whole)).entries().size(), 1U);
}

}  // namespace
}  // namespace regard::store
