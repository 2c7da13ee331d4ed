#include "store/marian_binary.h"

#include <gtest/gtest.h>

#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/marian_files.h"

namespace regard::store {
namespace {

using Floats = std::vector<float>;
using Shape = std::vector<int64_t>;
using test::bytes_of, test::marian_binary, test::MarianItem, test::thrown_error;

std::string intgemm8(const std::vector<int8_t>& numbers, float multiplier) {
  return bytes_of(numbers) + bytes_of(Floats{multiplier});
}

std::string problem_with(const std::string& bytes) {
  return thrown_error([&] { parse_marian_binary(bytes, "a.bin"); }).problem();
}

TEST(MarianBinary, HasItsArraysWithoutTheirPadding) {
  const auto bytes = marian_binary({{"special:model.yml", test::kMarianInt8, {3}, "a: "},
                                    {"W", test::kMarianFloat32, {1, 2}, bytes_of(Floats{1, -2})}});
  const auto arrays = parse_marian_binary(bytes, "a.bin");
  ASSERT_EQ(arrays.size(), 2U);
  EXPECT_EQ(arrays.at("special:model.yml").bytes, "a: ");
  EXPECT_EQ(arrays.at("special:model.yml").type, Dtype::i8);
  EXPECT_EQ(arrays.at("W").shape, (Shape{1, 2}));
  EXPECT_EQ(arrays.at("W").bytes, bytes_of(Floats{1, -2}));
}

TEST(MarianBinary, DividesIntegersOfIntgemmByTheirMultiplier) {
  const auto numbers = intgemm8({-127, 0, 1, 2, 3, 64}, 2);
  const auto arrays =
      parse_marian_binary(marian_binary({{"l1_Wq", test::kMarianIntgemm8, {2, 3}, numbers},
                                         {"Wemb", test::kMarianIntgemm8, {2, 3}, numbers}}),
                          "a.bin");
  for (const char* name : {"l1_Wq", "Wemb"}) {
    EXPECT_EQ(arrays.at(name).type, Dtype::f32);
    EXPECT_EQ(arrays.at(name).shape, (Shape{2, 3}));
    EXPECT_EQ(arrays.at(name).bytes, bytes_of(Floats{-63.5, 0, 0.5, 1, 1.5, 32}));
  }
  EXPECT_TRUE(arrays.at("l1_Wq").first_index_fastest);  // stored transposed
  EXPECT_FALSE(arrays.at("Wemb").first_index_fastest);
}

TEST(MarianBinary, MayHaveIntegersOf16Bits) {
  const auto numbers = bytes_of(std::vector<int16_t>{-1024, 512}) + bytes_of(Floats{1024});
  for (const uint64_t type : {0x4102, 0x10002}) {
    const auto arrays = parse_marian_binary(marian_binary({{"W", type, {2}, numbers}}), "a.bin");
    EXPECT_EQ(arrays.at("W").bytes, bytes_of(Floats{-1, 0.5}));
  }
}

TEST(MarianBinary, PackedForAProcessorIsRefused) {
  constexpr uint64_t kPackedForAvx2 = 0x1801, kIntgemmForAvx2 = 0x5101, kUnsigned = 0x201;
  for (const uint64_t type : {kPackedForAvx2, kIntgemmForAvx2}) {
    EXPECT_EQ(problem_with(marian_binary({{"W", type, {1}, "abcd"}})),
              "W is packed for a specific kind of processor");
  }
  EXPECT_EQ(problem_with(marian_binary({{"W", kUnsigned, {1}, "a"}})),
            "W has the type 513, which regard does not read");
}

TEST(MarianBinary, CutAnywhereIsRefused) {
  const auto bytes = marian_binary({{"W", test::kMarianFloat32, {1, 2}, bytes_of(Floats{1, 2})},
                                    {"V", test::kMarianIntgemm8, {2, 2}, intgemm8({1, 2, 3}, 4)}});
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(problem_with(bytes.substr(0, size)).empty()) << size;
  }
}

TEST(MarianBinary, MustAgreeWithItself) {
  const MarianItem good{"W", test::kMarianFloat32, {1}, bytes_of(Floats{1})};
  EXPECT_TRUE(problem_with(marian_binary({good}, 2)).starts_with("is not a Marian model, or has"));
  EXPECT_EQ(problem_with(marian_binary({good, good})), "has two arrays W");
  auto bad = good;
  bad.shape = {-1};
  EXPECT_EQ(problem_with(marian_binary({bad})), "has a damaged shape");
  bad.shape = {2147483647, 2147483647, 2147483647};
  EXPECT_EQ(problem_with(marian_binary({bad})), "W is incomplete");
  bad.shape = {1000};
  EXPECT_EQ(problem_with(marian_binary({bad})), "W is incomplete");
  bad = good;
  bad.name = std::string("a\0b", 3);
  EXPECT_EQ(problem_with(marian_binary({bad})), "has a damaged name");
  EXPECT_EQ(problem_with(marian_binary({{"W", test::kMarianIntgemm8, {2}, intgemm8({1, 2}, 0)}})),
            "W has the invalid multiplier 0");
}

TEST(MarianBinary, IsReadFromAFile) {
  const test::TemporaryFolder folder;
  const auto path =
      folder.write("a.bin", marian_binary({{"W", test::kMarianFloat32, {1}, bytes_of(Floats{1})}}));
  EXPECT_TRUE(read_marian_binary(path).contains("W"));
}

}  // namespace
}  // namespace regard::store
