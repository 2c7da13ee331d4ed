#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/atomic_file.h"
#include "base/machine.h"
#include "corpus/cleaning.h"

namespace regard::corpus {

/// Examples per block of a token file, which contains a cleaned and encoded corpus. It consists of
/// blocks with a fixed number of examples (fewer in the last): an entry for each example, then the
/// tokens, source before target. A JSON text with the offsets of the blocks, metadata and the key
/// follows, then its size and a checksum of all preceding bytes. Numbers are little-endian.
inline constexpr size_t kExamplesOfABlock = 4096;

/// The entry of an example in a block.
struct TokenFileEntry {
  uint32_t line;    ///< line number in the corpus, from 1
  uint32_t begin;   ///< index of the first token within the block
  uint32_t source;  ///< number of source tokens
  uint32_t target;  ///< number of target tokens, which follow
};

/// Writes a token file and keeps at most one block in memory.
class TokenFileWriter {
 public:
  /// `key` identifies everything that the content depends on. Like the other functions, throws
  /// Error if the file cannot be written.
  TokenFileWriter(const std::filesystem::path& path, std::string key);

  /// The examples that follow belong to the next corpus.
  void begin_text() { first_examples_.push_back(examples_); }
  void add(std::span<const int64_t> source, std::span<const int64_t> target, int64_t line);
  /// Adds the cleaning report, completes the file and renames it into place.
  void commit(const CleaningReport& report);

 private:
  void write(const void* bytes, size_t size);
  void write_block();

  AtomicFile file_;
  std::string key_;
  uint64_t size_ = 0;
  uint32_t checksum_ = 0;
  size_t examples_ = 0;
  std::vector<size_t> first_examples_;
  std::vector<uint64_t> blocks_;
  std::vector<TokenFileEntry> entries_;
  std::vector<int32_t> tokens_;
};

/// Vocabulary sizes of the examples in a file.
struct VocabularySizes {
  int64_t source;
  int64_t target;
};

/// Reads a token file through a MemoryMap: later changes to the file have no effect.
class TokenFile {
 public:
  /// Opens a file. Returns nothing if it has a different key or is invalid: a wrong checksum, wrong
  /// counts, or tokens outside a vocabulary. Throws Error like MemoryMap.
  static std::optional<TokenFile> open(const std::filesystem::path& path, const std::string& key,
                                       VocabularySizes sizes);

  size_t size() const { return size_; }
  std::span<const int32_t> source(size_t example) const {
    const auto& entry = this->entry(example);
    return {tokens(example) + entry.begin, entry.source};
  }
  std::span<const int32_t> target(size_t example) const {
    const auto& entry = this->entry(example);
    return {tokens(example) + entry.begin + entry.source, entry.target};
  }
  int64_t line(size_t example) const { return entry(example).line; }

  /// The index of each corpus's first example, in order.
  const std::vector<size_t>& first_examples() const { return first_examples_; }
  const CleaningReport& report() const { return report_; }

 private:
  struct Block {
    const TokenFileEntry* entries;
    const int32_t* tokens;
  };
  explicit TokenFile(MemoryMap map) : map_(std::move(map)) {}
  bool is_whole(const std::string& key);
  bool read(const std::string& key);
  bool add_block(std::string_view bytes, size_t examples);
  bool agrees_with_itself() const;
  bool is_of(VocabularySizes sizes) const;

  const TokenFileEntry& entry(size_t example) const {
    return blocks_[example / kExamplesOfABlock].entries[example % kExamplesOfABlock];
  }
  const int32_t* tokens(size_t example) const {
    return blocks_[example / kExamplesOfABlock].tokens;
  }

  MemoryMap map_;
  size_t size_ = 0;
  std::vector<Block> blocks_;
  std::vector<size_t> first_examples_;
  CleaningReport report_;
};

}  // namespace regard::corpus
