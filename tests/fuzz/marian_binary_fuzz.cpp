// Marian's binary format for weights (store/marian_binary.h).
#include "store/marian_binary.h"

#include "fuzz/changed_seeds.h"
#include "fuzz/target.h"
#include "support/marian_files.h"

namespace regard::fuzz {

std::vector<std::string> seeds() {
  using test::marian_binary, test::MarianItem, test::bytes_of;
  const auto floats = bytes_of(std::vector<float>{1, 2});
  const auto integers = std::string("\1\2\3\4") + bytes_of(std::vector<float>{3});
  const MarianItem plain{"W", test::kMarianFloat32, {1, 2}, floats};
  const MarianItem quantized{"V", test::kMarianIntgemm8, {2, 2}, integers};
  std::vector<std::string> inputs = {
      marian_binary({}), marian_binary({{"special:model.yml", test::kMarianInt8, {3}, "a: "}}),
      marian_binary({plain, quantized}),
      marian_binary({{"Wemb", test::kMarianIntgemm8, {2, 2}, integers},
                     {"S", 0x10002, {1}, "ab" + integers},
                     {"H", 0x402, {1}, "ab"},
                     {"D", 0x408, {}, "abcdefgh"}})};
  append(inputs, {marian_binary({plain}, 2), marian_binary({plain, plain}),
                  marian_binary({{"W", 0x5101, {1}, "abcd"}}), marian_binary({{"W", 7, {}, "a"}}),
                  marian_binary({{"W", test::kMarianFloat32, {99}, floats}}),
                  marian_binary({{"W", test::kMarianFloat32, {-1}, floats}}),
                  marian_binary({{"W", test::kMarianFloat32, std::vector<int32_t>(9, 1), floats}}),
                  marian_binary({{"W", test::kMarianIntgemm8, {2, 2}, "abcd\0\0\0\0"}}),
                  marian_binary({{std::string("a\0b", 3), test::kMarianInt8, {}, "a"}})});
  return inputs;
}

void try_input(std::string_view input) {
  for (const auto& [name, array] : store::parse_marian_binary(input, "input")) {
    auto bytes = static_cast<uint64_t>(store::size_of(array.type));
    for (const int64_t extent : array.shape) bytes *= static_cast<uint64_t>(extent);
    if (bytes != array.bytes.size()) throw "an array has another size than its shape";
  }
}

}  // namespace regard::fuzz
