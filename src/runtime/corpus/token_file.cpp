#include "corpus/token_file.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

#include "regard/base/error.h"

namespace regard::corpus {
namespace {

static_assert(std::endian::native == std::endian::little, "token files are little-endian");

constexpr std::string_view kMagic = "regard tokens 1\n";
constexpr size_t kTrailer = sizeof(uint64_t) + sizeof(uint32_t);  // size of the JSON, checksum

uint32_t continued_checksum(uint32_t checksum, const void* bytes, size_t size) {
  return static_cast<uint32_t>(crc32_z(checksum, static_cast<const Bytef*>(bytes), size));
}

nlohmann::json to_json(const CleaningReport& report) {
  return {report.read,       report.empty,    report.identical,
          report.duplicates, report.too_long, report.ratio};
}

/// Reads a count; other JSON numbers, such as -1 and 0.5, are errors.
uint64_t count_in(const nlohmann::json& json) {
  if (!json.is_number_unsigned()) throw Error("is not a count");
  return json;
}

template <class Count>
std::vector<Count> counts_in(const nlohmann::json& json) {
  std::vector<Count> counts;
  for (const auto& entry : json) counts.push_back(count_in(entry));
  return counts;
}

CleaningReport report_from_json(const nlohmann::json& json) {
  const auto counts = counts_in<int64_t>(json);
  if (counts.size() != 6) throw Error("is not a report");
  return {.read = counts[0],
          .empty = counts[1],
          .identical = counts[2],
          .duplicates = counts[3],
          .too_long = counts[4],
          .ratio = counts[5]};
}

template <class Number>
Number number_at(std::string_view bytes, size_t place) {
  Number number;
  std::memcpy(&number, bytes.data() + place, sizeof(number));
  return number;
}

uint32_t checked(size_t number, const char* what) {
  if (number > std::numeric_limits<uint32_t>::max()) {
    throw Error(std::string("a training text has too many ") + what, "data.train", "split it",
                ExitCode::failure);
  }
  return static_cast<uint32_t>(number);
}

}  // namespace

TokenFileWriter::TokenFileWriter(const std::filesystem::path& path, std::string key)
    : file_(path), key_(std::move(key)) {
  write(kMagic.data(), kMagic.size());
}

void TokenFileWriter::write(const void* bytes, size_t size) {
  file_.write({static_cast<const char*>(bytes), size});
  checksum_ = continued_checksum(checksum_, bytes, size);
  size_ += size;
}

void TokenFileWriter::add(std::span<const int64_t> source, std::span<const int64_t> target,
                          int64_t line) {
  entries_.push_back({.line = checked(static_cast<size_t>(line), "lines"),
                      .begin = checked(tokens_.size(), "tokens in a few lines"),
                      .source = checked(source.size(), "tokens in a line"),
                      .target = checked(target.size(), "tokens in a line")});
  tokens_.insert(tokens_.end(), source.begin(), source.end());
  tokens_.insert(tokens_.end(), target.begin(), target.end());
  ++examples_;
  if (entries_.size() == kExamplesOfABlock) write_block();
}

void TokenFileWriter::write_block() {
  blocks_.push_back(size_);
  write(entries_.data(), entries_.size() * sizeof(TokenFileEntry));
  write(tokens_.data(), tokens_.size() * sizeof(int32_t));
  entries_.clear();
  tokens_.clear();
}

void TokenFileWriter::commit(const CleaningReport& report) {
  if (!entries_.empty()) write_block();
  const nlohmann::json json = {{"key", key_},
                               {"examples", examples_},
                               {"texts", first_examples_},
                               {"report", to_json(report)},
                               {"blocks", blocks_}};
  const auto text = json.dump();
  write(text.data(), text.size());
  const uint64_t text_size = text.size();
  write(&text_size, sizeof(text_size));
  const uint32_t checksum = checksum_;
  write(&checksum, sizeof(checksum));
  file_.commit();
}

std::optional<TokenFile> TokenFile::open(const std::filesystem::path& path, const std::string& key,
                                         VocabularySizes sizes) {
  TokenFile file{MemoryMap(path)};
  if (!file.is_whole(key) || !file.is_of(sizes)) return std::nullopt;
  return file;
}

bool TokenFile::is_whole(const std::string& key) try {
  return read(key) && agrees_with_itself();
} catch (const Error&) {
  return false;
} catch (const nlohmann::json::exception&) {
  return false;
}

bool TokenFile::read(const std::string& key) {
  const auto bytes = map_.bytes();
  if (bytes.size() < kMagic.size() + kTrailer || !bytes.starts_with(kMagic)) return false;
  const size_t end = bytes.size() - sizeof(uint32_t);
  if (continued_checksum(0, bytes.data(), end) != number_at<uint32_t>(bytes, end)) return false;
  const auto text_size = number_at<uint64_t>(bytes, bytes.size() - kTrailer);
  if (text_size > bytes.size() - kTrailer) return false;
  const auto blocks = bytes.substr(0, bytes.size() - kTrailer - text_size);
  const auto json = nlohmann::json::parse(bytes.substr(blocks.size(), text_size));
  if (json.at("key") != key) return false;
  size_ = count_in(json.at("examples"));
  report_ = report_from_json(json.at("report"));
  first_examples_ = counts_in<size_t>(json.at("texts"));
  const auto places = counts_in<uint64_t>(json.at("blocks"));
  if (places.empty() ? blocks.size() != kMagic.size() : places[0] != kMagic.size()) return false;
  size_t left = size_;
  for (size_t i = 0; i < places.size(); ++i) {
    const uint64_t end = i + 1 < places.size() ? places[i + 1] : blocks.size();
    if (end > blocks.size() || places[i] > end || left == 0) return false;
    const size_t examples = std::min(left, kExamplesOfABlock);
    if (!add_block(blocks.substr(places[i], end - places[i]), examples)) return false;
    left -= examples;
  }
  return left == 0;
}

bool TokenFile::add_block(std::string_view bytes, size_t examples) {
  if (reinterpret_cast<uintptr_t>(bytes.data()) % alignof(TokenFileEntry) != 0) return false;
  if (examples > bytes.size() / sizeof(TokenFileEntry)) return false;
  const auto* entries = reinterpret_cast<const TokenFileEntry*>(bytes.data());
  const size_t size_of_tokens = bytes.size() - examples * sizeof(TokenFileEntry);
  uint64_t tokens = 0;  // tokens so far; each example begins where the previous one ends
  for (const auto& entry : std::span(entries, examples)) {
    if (entry.begin != tokens || entry.source == 0 || entry.target == 0) return false;
    tokens += uint64_t{entry.source} + entry.target;
  }
  if (tokens * sizeof(int32_t) != size_of_tokens) return false;
  blocks_.push_back({entries, reinterpret_cast<const int32_t*>(entries + examples)});
  return true;
}

bool TokenFile::agrees_with_itself() const {
  const auto& r = report_;
  for (const int64_t count : {r.empty, r.identical, r.duplicates, r.too_long, r.ratio}) {
    if (count < 0 || count > r.read) return false;
  }
  if (r.kept() < 0 || static_cast<size_t>(r.kept()) != size_) return false;
  // Corpora are in order, and so are the lines of each.
  if (!std::ranges::is_sorted(first_examples_)) return false;
  if (first_examples_.empty() || first_examples_.front() != 0 || first_examples_.back() > size_) {
    return size_ == 0 && first_examples_.empty();
  }
  for (size_t i = 0; i < size_; ++i) {
    const bool begins_text = std::ranges::binary_search(first_examples_, i);
    if (line(i) < 1 || (!begins_text && line(i) <= line(i - 1))) return false;
  }
  return true;
}

bool TokenFile::is_of(VocabularySizes sizes) const {
  const auto all_below = [](std::span<const int32_t> ids, int64_t size) {
    return std::ranges::all_of(ids, [&](int32_t id) { return id >= 0 && id < size; });
  };
  for (size_t i = 0; i < size_; ++i) {
    if (!all_below(source(i), sizes.source) || !all_below(target(i), sizes.target)) return false;
  }
  return true;
}

}  // namespace regard::corpus
