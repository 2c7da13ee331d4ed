#include <array>
#include <deque>
#include <utility>

#include "base/utf8.h"
#include "bitext/text_lines.h"

namespace regard::bitext {
namespace {

/// Appends what a string in quotes says, with its escapes.
void append_string(std::string_view line, std::string& text) {
  constexpr std::array<std::pair<char, char>, 5> kEscapes = {
      {{'n', '\n'}, {'t', '\t'}, {'r', '\r'}, {'a', '\a'}, {'v', '\v'}}};
  const size_t begin = line.find('"'), end = line.rfind('"');
  if (begin == std::string_view::npos || begin == end) return;
  line = line.substr(begin + 1, end - begin - 1);
  for (size_t at = 0; at < line.size(); ++at) {
    char c = line[at];
    if (c == '\\' && at + 1 < line.size()) {
      c = line[++at];
      for (const auto& [letter, meaning] : kEscapes) c = c == letter ? meaning : c;
    }
    text += c;
  }
}

/// The message catalogues of gettext, as translators edit them.
class PoReader : public PairReader {
 public:
  PoReader(std::unique_ptr<ByteSource> bytes, const std::string& path)
      : lines_(std::move(bytes), path, "PO") {}

  bool next(Pair& pair) override {
    while (ready_.empty() && lines_.next(line_)) take(trimmed(line_));
    if (ready_.empty()) finish();
    if (ready_.empty()) return false;
    pair = std::move(ready_.front());
    ready_.pop_front();
    return true;
  }

  std::vector<PairFile> files() const override { return {lines_.file()}; }

 private:
  struct Entry {
    int64_t line = 0;
    bool is_fuzzy = false;
    std::string id, plural, one, several;
    bool has_plural = false, has_translation = false;
  };

  void take(std::string_view line) {
    if (line.starts_with("#")) {
      if (entry_.has_translation) finish();
      const bool is_flag = line.starts_with("#,");
      if (is_flag && line.find("fuzzy") != std::string_view::npos) entry_.is_fuzzy = true;
      return;
    }
    if (line.starts_with("msg")) begin_string(line);
    if (string_ != nullptr && !line.empty()) append_string(line, *string_);
  }

  void begin_string(std::string_view line) {
    if (line.starts_with("msgctxt")) {
      if (entry_.has_translation) finish();
      string_ = nullptr;
    } else if (line.starts_with("msgid_plural")) {
      entry_.has_plural = true;
      string_ = &entry_.plural;
    } else if (line.starts_with("msgid")) {
      if (entry_.has_translation) finish();
      entry_.line = lines_.number();
      string_ = &entry_.id;
    } else if (line.starts_with("msgstr")) {
      entry_.has_translation = true;
      const bool is_first = !line.starts_with("msgstr[") || line.starts_with("msgstr[0]");
      string_ = is_first ? &entry_.one : &entry_.several;
      if (!is_first) entry_.several.clear();  // of several plurals, the last
    }
  }

  void finish() {
    const auto entry = std::exchange(entry_, {});
    string_ = nullptr;
    if (entry.id.empty()) return;  // the head of the file
    add(entry, entry.id, entry.one);
    if (entry.has_plural) add(entry, entry.plural, entry.several);
  }

  void add(const Entry& entry, const std::string& source, const std::string& target) {
    Pair pair;
    pair.begin(entry.line);
    pair.source = source;
    pair.target = target;
    pair.raw = source + '\t' + target;
    if (entry.is_fuzzy) pair.state = Pair::State::unfinished;
    ready_.push_back(std::move(pair));
  }

  TextLines lines_;
  std::string line_;
  Entry entry_;
  std::string* string_ = nullptr;  // the string that lines in quotes continue
  std::deque<Pair> ready_;
};

}  // namespace

std::unique_ptr<PairReader> read_po(std::unique_ptr<ByteSource> bytes, const std::string& name) {
  return std::make_unique<PoReader>(std::move(bytes), name);
}

std::unique_ptr<PairReader> read_po(const std::string& path, const ReadOptions& /*options*/) {
  return read_po(open_bytes(path), path);
}

}  // namespace regard::bitext
