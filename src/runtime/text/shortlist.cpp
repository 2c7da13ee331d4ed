#include "text/shortlist.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "base/atomic_file.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/tokenizer_pair.h"

namespace regard::text {
namespace {

static_assert(std::endian::native == std::endian::little, "shortlists are little-endian");

// File format: magic, version and a newline; the hash, the size of the target vocabulary, the
// tokens of all lists, the size of the source vocabulary, and the tokens for each source token,
// each list after its 32-bit size; then a checksum of everything before it. Version 2 is for
// lists that fill_to_multiple() has filled: its arguments, `multiple` and `besides`, precede the
// hash.
constexpr std::string_view kMagic = "regard shortlist ";
constexpr std::string_view kVersion = "1\n", kFilledVersion = "2\n";

uint32_t checksum_of(std::string_view bytes) {
  return static_cast<uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

void append(std::string& bytes, size_t number) {
  const auto narrow = static_cast<uint32_t>(number);
  bytes.append(reinterpret_cast<const char*>(&narrow), sizeof(narrow));
}

void append(std::string& bytes, const std::vector<int32_t>& tokens) {
  append(bytes, tokens.size());
  bytes.append(reinterpret_cast<const char*>(tokens.data()), tokens.size() * sizeof(int32_t));
}

/// The unread rest of a file.
class Reader {
 public:
  Reader(std::string_view bytes, const std::string& path) : bytes_(bytes), path_(path) {}

  [[noreturn]] void fail() const {
    throw Error("is damaged", path_, "rebuild it: regard shortlist", ExitCode::failure);
  }

  std::string_view take(size_t size) {
    if (size > bytes_.size()) fail();
    const auto taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }
  uint32_t number() {
    uint32_t number;
    std::memcpy(&number, take(sizeof(number)).data(), sizeof(number));
    return number;
  }
  std::vector<int32_t> tokens(int64_t vocab) {
    const size_t count = number();
    const auto bytes = take(count * sizeof(int32_t));
    std::vector<int32_t> tokens(count);
    if (count > 0) std::memcpy(tokens.data(), bytes.data(), bytes.size());
    for (const int32_t token : tokens) {
      if (token < 0 || token >= vocab) fail();
    }
    return tokens;
  }
  void check_is_empty() const {
    if (!bytes_.empty()) fail();
  }

 private:
  std::string_view bytes_;
  const std::string& path_;
};

}  // namespace

Shortlist::Shortlist(std::string tokenizer_hash, int64_t target_vocab, std::vector<int32_t> always,
                     std::vector<std::vector<int32_t>> of_source)
    : tokenizer_hash_(std::move(tokenizer_hash)),
      target_vocab_(target_vocab),
      always_(std::move(always)),
      of_source_(std::move(of_source)) {
  for (const int64_t special : {kPad, kUnk, kBos, kEos}) {
    if (special < target_vocab) always_.push_back(static_cast<int32_t>(special));
  }
  std::ranges::sort(always_);
  always_.erase(std::unique(always_.begin(), always_.end()), always_.end());
}

void Shortlist::fill_to_multiple(int64_t multiple, int64_t besides) {
  multiple_ = static_cast<size_t>(std::max<int64_t>(multiple, 1));
  besides_ = static_cast<size_t>(std::max<int64_t>(besides, 0));
}

Shortlist Shortlist::load(const std::string& path) { return parse(read_file(path), path); }

Shortlist Shortlist::parse(std::string_view bytes, const std::string& path) {
  if (!bytes.starts_with(kMagic)) {
    throw Error("is not a shortlist", path, "make one: regard shortlist", ExitCode::failure);
  }
  const bool is_filled = bytes.substr(kMagic.size()).starts_with(kFilledVersion);
  if (!is_filled && !bytes.substr(kMagic.size()).starts_with(kVersion)) {
    throw Error("is a shortlist of a different version of regard", path,
                "rebuild it: regard shortlist", ExitCode::failure);
  }
  Reader checked(bytes, path);
  const size_t content = bytes.size() - std::min(bytes.size(), sizeof(uint32_t));
  checked.take(content);
  if (checked.number() != checksum_of(bytes.substr(0, content))) checked.fail();

  Reader reader(bytes.substr(0, content), path);
  reader.take(kMagic.size() + kVersion.size());
  const int64_t multiple = is_filled ? reader.number() : 1,
                besides = is_filled ? reader.number() : 0;
  std::string hash(reader.take(reader.number()));
  const int64_t target_vocab = reader.number();
  if (target_vocab > std::numeric_limits<int32_t>::max()) reader.fail();
  auto always = reader.tokens(target_vocab);
  std::vector<std::vector<int32_t>> of_source;
  for (uint32_t left = reader.number(); left > 0; --left) {
    of_source.push_back(reader.tokens(target_vocab));
  }
  reader.check_is_empty();
  Shortlist list(std::move(hash), target_vocab, std::move(always), std::move(of_source));
  list.fill_to_multiple(multiple, besides);
  return list;
}

std::string Shortlist::bytes() const {
  const bool is_filled = multiple_ > 1;
  std::string bytes = str(kMagic, is_filled ? kFilledVersion : kVersion);
  if (is_filled) append(bytes, multiple_);
  if (is_filled) append(bytes, besides_);
  append(bytes, tokenizer_hash_.size());
  bytes += tokenizer_hash_;
  append(bytes, static_cast<size_t>(target_vocab_));
  append(bytes, always_);
  append(bytes, of_source_.size());
  for (const auto& tokens : of_source_) append(bytes, tokens);
  append(bytes, checksum_of(bytes));
  return bytes;
}

void Shortlist::save(const std::string& path) const { write_file_atomically(path, bytes()); }

std::vector<int32_t> Shortlist::tokens_for(std::span<const int64_t> source) const {
  std::vector<bool> is_there(static_cast<size_t>(target_vocab_));
  size_t count = 0;
  const auto add = [&](const std::vector<int32_t>& tokens) {
    for (const int32_t token : tokens) {
      const auto place = static_cast<size_t>(token);
      if (is_there[place]) continue;
      is_there[place] = true;
      ++count;
    }
  };
  add(always_);
  for (const int64_t token : source) {
    const bool is_known = token >= 0 && static_cast<size_t>(token) < of_source_.size();
    if (is_known) add(of_source_[static_cast<size_t>(token)]);
  }
  const size_t next = always_.empty() ? 0 : static_cast<size_t>(always_.back()) + 1;
  for (size_t token = next;
       token < is_there.size() && (count + multiple_ - besides_ % multiple_) % multiple_ != 0;
       ++token) {
    if (!is_there[token]) ++count;
    is_there[token] = true;
  }
  std::vector<int32_t> tokens;
  tokens.reserve(count);
  for (size_t token = 0; token < is_there.size(); ++token) {
    if (is_there[token]) tokens.push_back(static_cast<int32_t>(token));
  }
  return tokens;
}

}  // namespace regard::text
