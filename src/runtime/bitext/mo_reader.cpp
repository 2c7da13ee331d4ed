#include <cstdint>
#include <string_view>
#include <utility>

#include "bitext/charset.h"
#include "bitext/packed_bytes.h"
#include "bitext/pair_reader.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"

namespace regard::bitext {
namespace {

constexpr std::string_view kLittle = "\xDE\x12\x04\x95";

/// Compiled gettext message catalogs: tables of strings at offsets.
class MoReader : public PairReader {
 public:
  explicit MoReader(const std::string& path) : file_{.path = path, .format = "MO"} {
    bytes_ = all_bytes(*open_bytes(path), path, limits::kUnpackedBytes);
    is_little_ = bytes_.starts_with(kLittle);
    constexpr size_t kCount = 8, kSources = 12, kTargets = 16;
    count_ = number_at(kCount);
    sources_ = number_at(kSources);
    targets_ = number_at(kTargets);
    for (uint64_t entry = 0; entry < count_; ++entry) {
      if (string_at(sources_, entry).empty()) {
        charset_.take_from_head(string_at(targets_, entry), path);
      }
    }
  }

  bool next(Pair& pair) override {
    if (!plural_.source.empty()) {
      pair = std::exchange(plural_, {});
      return true;
    }
    while (entry_ < count_) {
      const auto entry = entry_++;
      ++file_.lines;
      auto source = string_at(sources_, entry);
      auto target = string_at(targets_, entry);
      constexpr char kEndOfContext = '\x04';
      source = source.substr(source.find(kEndOfContext) + 1);
      if (source.empty()) continue;  // the header of the catalog
      set(pair, part(source, false), part(target, false));
      if (source.find('\0') != std::string_view::npos) {
        set(plural_, part(source, true), part(target, true));
      }
      return true;
    }
    return false;
  }

  std::vector<PairFile> files() const override { return {file_}; }

 private:
  /// The first form of a message or, with `last`, its last plural form.
  static std::string_view part(std::string_view strings, bool last) {
    return last ? strings.substr(strings.rfind('\0') + 1) : strings.substr(0, strings.find('\0'));
  }

  void set(Pair& pair, std::string_view source, std::string_view target) const {
    pair.begin(file_.lines);
    pair.source = charset_.utf8(std::string(source));
    pair.target = charset_.utf8(std::string(target));
    pair.raw.append(pair.source).append(1, '\t').append(pair.target);
  }

  [[noreturn]] void fail() const {
    throw Error("damaged .mo file: an offset points beyond its end", file_.path,
                "compile it again: msgfmt FILE.po -o FILE.mo");
  }

  uint32_t number_at(uint64_t at) const {
    constexpr uint64_t kSize = 4;
    if (at + kSize > bytes_.size()) fail();
    uint32_t number = 0;
    for (uint64_t i = 0; i < kSize; ++i) {
      const uint64_t place = is_little_ ? at + kSize - 1 - i : at + i;
      number = number << 8U | static_cast<unsigned char>(bytes_[place]);
    }
    return number;
  }

  std::string_view string_at(uint64_t table, uint64_t entry) const {
    constexpr uint64_t kRow = 8;
    const uint64_t size = number_at(table + kRow * entry);
    const uint64_t begin = number_at(table + kRow * entry + kRow / 2);
    if (begin + size > bytes_.size()) fail();
    return std::string_view(bytes_).substr(begin, size);
  }

  PairFile file_;
  std::string bytes_;
  Charset charset_;
  bool is_little_ = true;
  uint64_t count_ = 0, sources_ = 0, targets_ = 0, entry_ = 0;
  Pair plural_;  // returned after its message
};

}  // namespace

std::unique_ptr<PairReader> read_mo(const std::string& path, const ReadOptions& /*options*/) {
  return std::make_unique<MoReader>(path);
}

}  // namespace regard::bitext
