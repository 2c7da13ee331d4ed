// Normalization rules of SentencePiece (text/vocabulary_list.h), and SentencePiece itself with the
// valid ones.
#include "text/vocabulary_list.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "fuzz/small_tokenizer.h"
#include "fuzz/target.h"

namespace regard::fuzz {
namespace {

std::string field(char tag, const std::string& content) {
  std::string bytes(1, tag);
  size_t size = content.size();
  for (; size >= 0x80U; size >>= 7U) bytes += static_cast<char>((size & 0x7FU) | 0x80U);
  return bytes + static_cast<char>(size) + content;
}

std::string map_of(const std::vector<uint32_t>& trie, const std::string& texts) {
  const auto size = static_cast<uint32_t>(trie.size() * sizeof(uint32_t));
  std::string bytes(reinterpret_cast<const char*>(&size), sizeof(size));
  bytes.append(reinterpret_cast<const char*>(trie.data()), size);
  return bytes + texts;
}

/// A node of the trie: its label, and the offset to XOR with its index for its children.
constexpr uint32_t node(uint32_t label, uint32_t offset, bool has_value = false) {
  return label | offset << 10U | (has_value ? 1U << 8U : 0U);
}

constexpr uint32_t kValue = 1U << 31U;

}  // namespace

std::vector<std::string> seeds() {
  // The rules a -> b and ab -> nothing. Children of the root are at 256 ^ letter, those of 'a' at
  // 512 ^ letter. The values of 'a' and "ab" are at 512 and 256.
  std::vector<uint32_t> trie(768);
  trie[0] = node(0, 256);
  trie[256 ^ 'a'] = node('a', (256U ^ 'a') ^ 512U, true);
  trie[512] = kValue | 0;
  const auto one = map_of(trie, std::string("b\0", 2));
  trie[512 ^ 'b'] = node('b', (512U ^ 'b') ^ 256U, true);
  trie[256] = kValue | 1;
  return {"", one, map_of(trie, std::string("b\0", 2))};
}

/// Derives the size of the trie from that of the texts, which have at least the last 2 bytes.
std::string repaired(const std::string& /*before*/, std::string after) {
  uint32_t size = 0;
  if (after.size() < sizeof(size) + sizeof(uint32_t) + 1) return after;
  std::memcpy(&size, after.data(), sizeof(size));
  const auto most = static_cast<uint32_t>(after.size() - sizeof(size) - 1);
  size = std::min(size, most) / sizeof(uint32_t) * sizeof(uint32_t);
  if (size == 0) size = sizeof(uint32_t);
  after.replace(0, sizeof(size), reinterpret_cast<const char*>(&size), sizeof(size));
  after.back() = '\0';
  return after;
}

void try_input(std::string_view input) {
  if (!text::is_sound_character_map(input)) return;
  constexpr char kNormalizerSpec = 3 << 3 | 2, kCharacterMap = 2 << 3 | 2;
  static const auto model = small_tokenizer().bytes();
  // The later of two specifications overrides the earlier one.
  const auto with_map = model + field(kNormalizerSpec, field(kCharacterMap, std::string(input)));
  const auto tokenizer = text::Tokenizer::from_bytes(with_map, "input");
  for (const std::string line : {"abba", "aab\xC3\xA9\xFF\xE2\x96\x81 the house", "\x01\x02\x7F"}) {
    if (tokenizer.normalize(line).size() > (line.size() + 1) * 300) {
      throw "a letter becomes more than a page";
    }
    tokenizer.encode(line);
  }
}

}  // namespace regard::fuzz
