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

/// The file of a text that was read, cleaned and encoded. It consists of blocks of a fixed number
/// of examples (fewer in the last): an entry for each example, then their tokens, source before
/// target. After the blocks come, as JSON, their places, further metadata and the key; then the
/// size of that JSON and a checksum of everything. Numbers are little-endian.
inline constexpr size_t kExamplesOfABlock = 4096;

/// The entry of an example in a block.
struct TokenFileEntry {
  uint32_t line;    ///< line number in the text, from 1
  uint32_t begin;   ///< first token, among those of the block
  uint32_t source;  ///< tokens of the source
  uint32_t target;  ///< tokens of the target, which come next
};

/// Writes such a file; holds at most one block of it in memory.
class TokenFileWriter {
 public:
  /// `key` identifies everything the content depends on. Throws Error, as do the other functions,
  /// if the file cannot be written.
  TokenFileWriter(const std::filesystem::path& path, std::string key);

  /// Examples added from now on belong to the next text.
  void begin_text() { first_examples_.push_back(examples_); }
  void add(std::span<const int64_t> source, std::span<const int64_t> target, int64_t line);
  /// Puts the file under its name, with the counts of what cleaning dropped.
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

/// The numbers of tokens that the examples of a file are made of.
struct VocabularySizes {
  int64_t source;
  int64_t target;
};

/// Reads one as it is now, by a MemoryMap: what happens to the file later has no effect.
class TokenFile {
 public:
  /// Nothing if the file was made with another key, or is wrong in any way: its checksum, its
  /// counts, tokens that a vocabulary lacks. Throws Error where MemoryMap does.
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

  /// The number of each text's first example, in order.
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
