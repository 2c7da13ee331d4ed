#include "store/marian_shortlist.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <span>
#include <utility>

#include "base/atomic_file.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard::interop {
namespace {

static_assert(std::endian::native == std::endian::little, "Marian's files are little-endian");

constexpr uint64_t kMagic = 0xF11A48D5013417F5;

/// The header is followed by one offset per source piece plus a final one, then the ids of target
/// pieces: those for source piece i are from offset i to offset i + 1.
struct ListHeader {
  uint64_t magic, checksum, first, best, offsets, numbers;
};

[[noreturn]] void fail_as_shortlist(const std::string& path, const char* what) {
  throw Error(what, path, "use a complete copy, or leave it out", ExitCode::failure);
}

/// Marian's hash of everything after the checksum, in whole 8-byte words: boost's hash_combine of
/// the words.
uint64_t checksum_of(std::string_view bytes) {
  constexpr uint64_t kGolden = 0x9E3779B9;
  uint64_t sum = 0;
  for (size_t at = offsetof(ListHeader, first); at + sizeof(uint64_t) <= bytes.size();
       at += sizeof(uint64_t)) {
    uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof(word));
    sum ^= word + kGolden + (sum << 6U) + (sum >> 2U);
  }
  return sum;
}

template <class T>
std::vector<T> numbers_at(std::string_view bytes, size_t begin, uint64_t count) {
  std::vector<T> numbers(count);
  if (count > 0) std::memcpy(numbers.data(), bytes.data() + begin, count * sizeof(T));
  return numbers;
}

}  // namespace

bool is_marian_shortlist(std::string_view bytes) {
  uint64_t magic = 0;
  if (bytes.size() < sizeof(magic)) return false;
  std::memcpy(&magic, bytes.data(), sizeof(magic));
  return magic == kMagic;
}

MarianShortlist parse_marian_shortlist(std::string_view bytes, const std::string& path) {
  ListHeader header;
  if (bytes.size() < sizeof(header) || !is_marian_shortlist(bytes)) {
    fail_as_shortlist(path, "is not a binary Marian shortlist");
  }
  std::memcpy(&header, bytes.data(), sizeof(header));
  const uint64_t room = bytes.size() - sizeof(header);
  const bool fits = header.offsets > 0 && header.offsets <= room / sizeof(uint64_t) &&
                    header.numbers == (room - header.offsets * sizeof(uint64_t)) / sizeof(uint32_t);
  if (!fits) fail_as_shortlist(path, "has a different size than its header says");
  if (header.checksum != checksum_of(bytes)) {
    fail_as_shortlist(path, "is damaged: its checksum differs from the one in its header");
  }
  if (header.first > static_cast<uint64_t>(limits::kVocabulary)) {
    fail_as_shortlist(path, "is damaged");
  }
  const auto offsets = numbers_at<uint64_t>(bytes, sizeof(header), header.offsets);
  const auto numbers = numbers_at<uint32_t>(
      bytes, sizeof(header) + header.offsets * sizeof(uint64_t), header.numbers);
  MarianShortlist list{.first = static_cast<int64_t>(header.first), .of_source = {}};
  for (size_t piece = 0; piece + 1 < offsets.size(); ++piece) {
    if (offsets[piece] > offsets[piece + 1] || offsets[piece + 1] > numbers.size()) {
      fail_as_shortlist(path, "is damaged");
    }
    list.of_source.emplace_back(numbers.begin() + static_cast<int64_t>(offsets[piece]),
                                numbers.begin() + static_cast<int64_t>(offsets[piece + 1]));
  }
  return list;
}

text::Shortlist read_marian_shortlist(const std::string& path,
                                      const text::TokenizerPair& tokenizers,
                                      VocabularyFiles vocabularies) {
  const auto theirs = parse_marian_shortlist(read_file(path, limits::kTokenizerBytes), path);
  const auto sources = tokenizers.source().list().value().ids();
  const auto targets = tokenizers.target().list().value().ids();
  if (theirs.of_source.size() != sources.size()) {
    fail_as_shortlist(path, "belongs to a different vocabulary of the source language");
  }
  const auto id_of = [&](int64_t number) {
    if (number >= static_cast<int64_t>(targets.size())) {
      fail_as_shortlist(path, "belongs to a different vocabulary of the target language");
    }
    return static_cast<int32_t>(targets[static_cast<size_t>(number)]);
  };
  std::vector<int32_t> always;
  for (int64_t number = 0; number < std::min<int64_t>(theirs.first, std::ssize(targets));
       ++number) {
    always.push_back(id_of(number));
  }
  std::vector<std::vector<int32_t>> of_source(static_cast<size_t>(tokenizers.source().size()));
  for (size_t number = 0; number < sources.size(); ++number) {
    auto& tokens = of_source[static_cast<size_t>(sources[number])];
    for (const int64_t target : theirs.of_source[number]) tokens.push_back(id_of(target));
    if (vocabularies == VocabularyFiles::one) {
      tokens.push_back(static_cast<int32_t>(sources[number]));
    }
  }
  text::Shortlist list(tokenizers.hash(), tokenizers.target().size(), std::move(always),
                       std::move(of_source));
  // Marian has no pad or start; its integer products need list sizes that are multiples of 8.
  constexpr int64_t kMultiple = 8;
  list.fill_to_multiple(kMultiple, tokenizers.target().size() - std::ssize(targets));
  return list;
}

}  // namespace regard::interop
