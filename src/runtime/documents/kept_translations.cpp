#include "documents/kept_translations.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <zlib.h>
#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <system_error>

#include "base/atomic_file.h"
#include "base/digest.h"
#include "base/files.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard::documents {
namespace {

constexpr size_t kMost = 4096 * limits::kMebibyte;

[[noreturn]] void fail(const std::filesystem::path& path, const char* deed) {
  throw Error(str("cannot be ", deed, ": ", std::generic_category().message(errno)), path.string(),
              "check the disk and the folder's permissions", ExitCode::failure);
}

/// Serializes numbers and texts, for use on this machine only.
class RecordWriter {
 public:
  void number(uint64_t value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(std::string_view text) {
    number(text.size());
    bytes_ += text;
  }
  void texts(const std::vector<std::string>& all) {
    number(all.size());
    for (const auto& one : all) text(one);
  }
  void floats(const std::vector<float>& all) {
    number(all.size());
    bytes_.append(reinterpret_cast<const char*>(all.data()), all.size() * sizeof(float));
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Reads the output of RecordWriter. For other bytes, it never allocates more than their size.
class RecordReader {
 public:
  explicit RecordReader(std::string_view bytes) : bytes_(bytes) {}

  uint64_t number() {
    uint64_t value = 0;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    return value;
  }
  /// The number of items that follow, at most as many as fit if each has at least `bytes_of_one`
  /// bytes.
  size_t count(size_t bytes_of_one = 1) {
    const uint64_t number_of_them = number();
    return std::min<uint64_t>(number_of_them, bytes_.size() / bytes_of_one);
  }
  std::string text() { return std::string(take(number())); }
  std::vector<std::string> texts() {
    std::vector<std::string> all(count());
    for (auto& one : all) one = text();
    return all;
  }
  std::vector<float> floats() {
    std::vector<float> all(count(sizeof(float)));
    const auto bytes = take(all.size() * sizeof(float));
    if (!all.empty()) std::memcpy(all.data(), bytes.data(), bytes.size());
    return all;
  }

 private:
  std::string_view take(size_t size) {
    const auto taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }

  std::string_view bytes_;
};

uint64_t checksum(std::string_view bytes) {
  return crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
}

std::string record_of(bool needs_alignment, const std::string& source,
                      const TranslatedText& translation) {
  RecordWriter record;
  record.number(needs_alignment ? 1 : 0);
  record.text(source);
  record.text(translation.text);
  record.texts(translation.source_words);
  record.texts(translation.target_words);
  record.number(translation.attention.size());
  for (const auto& row : translation.attention) record.floats(row);
  record.number(translation.attention_begins.size());
  for (const size_t begin : translation.attention_begins) record.number(begin);
  record.number(translation.confidence ? 1 : 0);
  record.number(std::bit_cast<uint64_t>(translation.confidence.value_or(0.0)));
  record.number(translation.stays ? 1 : 0);
  record.number(translation.matches.size());
  for (const auto& match : translation.matches) {
    record.number(static_cast<uint64_t>(match.score));
    record.text(match.source);
    record.text(match.target);
  }
  RecordWriter head;
  head.number(record.bytes().size());
  head.number(checksum(record.bytes()));
  return head.bytes() + record.bytes();
}

TranslatedText translation_in(RecordReader& record) {
  TranslatedText translation;
  translation.text = record.text();
  translation.source_words = record.texts();
  translation.target_words = record.texts();
  translation.attention.resize(record.count());
  for (auto& row : translation.attention) row = record.floats();
  translation.attention_begins.resize(record.count());
  for (auto& begin : translation.attention_begins) begin = record.number();
  const bool has_confidence = record.number() != 0;
  const auto confidence = std::bit_cast<double>(record.number());
  if (has_confidence) translation.confidence = confidence;
  translation.stays = record.number() != 0;
  translation.matches.resize(record.count());
  for (auto& match : translation.matches) {
    match.score = static_cast<decltype(match.score)>(record.number());
    match.source = record.text();
    match.target = record.text();
  }
  return translation;
}

/// Removes and returns the next record; std::nullopt if it is truncated or damaged.
std::optional<std::string_view> next_record(std::string_view& bytes) {
  constexpr size_t kHead = 2 * sizeof(uint64_t);
  if (bytes.size() < kHead) return {};
  RecordReader head(bytes);
  const uint64_t size = head.number(), sum = head.number();
  if (size > bytes.size() - kHead) return {};
  const auto record = bytes.substr(kHead, size);
  if (checksum(record) != sum) return {};
  bytes.remove_prefix(kHead + size);
  return record;
}

}  // namespace

KeptTranslations::KeptTranslations(std::filesystem::path path, std::string_view key)
    : path_(std::move(path)) {
  if (path_.has_parent_path()) make_folder(path_.parent_path());
  constexpr int kRights = 0600;
  OpenDescriptor file(::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, kRights));
  if (file.number() < 0) fail(path_, "opened");
  if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0) return;
  file_ = std::move(file);
  read(str("regard translations 1\n", sha256(key), '\n'));
}

void KeptTranslations::read(std::string_view head) {
  const auto bytes = read_file(path_, kMost);
  std::string_view rest = bytes;
  size_t whole = 0;  // bytes of complete records
  if (rest.starts_with(head)) {
    rest.remove_prefix(head.size());
    while (const auto record = next_record(rest)) {
      RecordReader reader(*record);
      const bool needs_alignment = reader.number() != 0;
      auto source = reader.text();
      kept_[{needs_alignment, std::move(source)}] = translation_in(reader);
    }
    whole = bytes.size() - rest.size();
  }
  count_ = kept_.size();
  if (::ftruncate(file_.number(), static_cast<off_t>(whole)) != 0) fail(path_, "written");
  if (whole == 0 && !write_all(file_.number(), head)) fail(path_, "written");
}

std::vector<TranslatedText> KeptTranslations::translate(const TranslateUnits& translate_units,
                                                        const std::vector<std::string>& texts,
                                                        bool needs_alignment) {
  std::vector<TranslatedText> translations(texts.size());
  std::vector<std::string> others;
  std::vector<size_t> numbers;  // indexes of `others` in `texts`
  for (size_t number = 0; number < texts.size(); ++number) {
    const auto found = kept_.find({needs_alignment, texts[number]});
    if (found != kept_.end()) {
      translations[number] = found->second;
    } else {
      others.push_back(texts[number]);
      numbers.push_back(number);
    }
  }
  if (others.empty()) return translations;
  auto answers = translate_units(others, needs_alignment);
  std::string records;
  for (size_t number = 0; number < answers.size(); ++number) {
    if (file_.number() >= 0) records += record_of(needs_alignment, others[number], answers[number]);
    translations[numbers[number]] = std::move(answers[number]);
  }
  if (!records.empty() && !write_all(file_.number(), records)) fail(path_, "written");
  return translations;
}

void KeptTranslations::remove() {
  if (file_.number() < 0) return;
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

}  // namespace regard::documents
