#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <utility>

#include "base/utf8.h"
#include "bitext/charset.h"
#include "bitext/text_lines.h"
#include "regard/base/str.h"
#include "text/characters.h"

namespace regard::bitext {
namespace {

/// What a string in quotes says, with its escapes; nothing if it is not in quotes.
std::optional<std::string> unquoted(std::string_view quoted) {
  constexpr std::array<std::pair<char, char>, 7> kEscapes = {
      {{'n', '\n'}, {'t', '\t'}, {'r', '\r'}, {'a', '\a'}, {'v', '\v'}, {'b', '\b'}, {'f', '\f'}}};
  if (!quoted.starts_with('"')) return std::nullopt;
  std::string text;
  for (size_t at = 1; at < quoted.size(); ++at) {
    char c = quoted[at];
    if (c == '"') return at + 1 == quoted.size() ? std::optional(text) : std::nullopt;
    if (c == '\\' && at + 1 < quoted.size()) {
      c = quoted[++at];
      for (const auto& [letter, meaning] : kEscapes) {
        if (quoted[at] == letter) c = meaning;
      }
    }
    text += c;
  }
  return std::nullopt;
}

/// The message catalogues of gettext, as translators edit them. An entry that breaks their grammar
/// is malformed, as a whole.
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
    int64_t line = 0;  // of its msgid; 0: only flags so far
    bool is_fuzzy = false;
    std::string context, id, plural, one, several;
    bool has_id = false, has_plural = false, has_translation = false, has_several = false;
    std::string wrong;  // what breaks the grammar first
  };

  void take(std::string_view line) {
    if (line.empty()) return;
    if (line.starts_with('#')) {
      take_comment(line);
    } else if (line.starts_with("msg")) {
      const size_t keyword = std::min(line.find_first_of(" \t\""), line.size());
      begin_string(line.substr(0, keyword));
      append(trimmed(line.substr(keyword)));
    } else {
      if (entry_.has_translation && begins_as_entry(line)) finish();
      append(line);
    }
  }

  /// A misspelt keyword and a string: another entry, which is lost.
  static bool begins_as_entry(std::string_view line) {
    const size_t word = text::run_of(line, is_ascii_letter);
    return word > 0 && trimmed(line.substr(word)).starts_with('"') && word + 1 < line.size();
  }

  void take_comment(std::string_view line) {
    if (entry_.has_translation) finish();
    if (line.starts_with("#~") && entry_.line == 0) entry_ = {};  // its flags are an old entry's
    const bool is_flag = line.starts_with("#,");
    if (is_flag && line.find("fuzzy") != std::string_view::npos) entry_.is_fuzzy = true;
  }

  void begin_string(std::string_view keyword) {
    if (keyword == "msgctxt" || keyword == "msgid") {
      const bool is_next =
          entry_.has_id || !entry_.wrong.empty() || (keyword == "msgctxt" && entry_.line > 0);
      if (is_next) finish();
      entry_.line = lines_.number();
      entry_.has_id = keyword == "msgid";
      string_ = entry_.has_id ? &entry_.id : &entry_.context;
    } else if (keyword == "msgid_plural" && entry_.has_id && !entry_.has_translation) {
      entry_.has_plural = true;
      string_ = &entry_.plural;
    } else if (keyword.starts_with("msgstr") && entry_.has_id) {
      const bool is_first = keyword == "msgstr" || keyword == "msgstr[0]";
      entry_.has_translation = true;
      entry_.has_several |= !is_first;
      string_ = is_first ? &entry_.one : &entry_.several;
      string_->clear();  // of several plurals, the last
    } else {
      note_wrong(str("unexpected ", keyword));
    }
  }

  void append(std::string_view quoted) {
    if (string_ == nullptr) return note_wrong("text outside of an entry");
    if (auto text = unquoted(quoted)) {
      *string_ += *text;
    } else {
      note_wrong("the string is not in quotes");
      *string_ += quoted;
    }
  }

  void note_wrong(const std::string& what) {
    if (entry_.line == 0) entry_.line = lines_.number();
    if (entry_.wrong.empty()) entry_.wrong = str("line ", lines_.number(), ": ", what);
  }

  void finish() {
    auto entry = std::exchange(entry_, {});
    string_ = nullptr;
    if (entry.line == 0) return;
    const bool is_head = entry.id.empty() && entry.context.empty() && entry.has_translation &&
                         (!has_head_ || entry.one.find("charset=") != std::string::npos);
    if (is_head && entry.wrong.empty()) {
      has_head_ = true;
      return charset_.take_from_head(entry.one, lines_.file().path);
    }
    if (entry.wrong.empty() && !entry.has_translation) entry.wrong = "no msgstr";
    if (entry.wrong.empty() && entry.id.empty()) entry.wrong = "msgid is empty";
    add(entry, entry.id, entry.one);
    if (!entry.has_plural || !entry.wrong.empty()) return;
    add(entry, entry.plural, entry.has_several ? entry.several : entry.one);
  }

  void add(const Entry& entry, const std::string& source, const std::string& target) {
    Pair pair;
    pair.begin(entry.line);
    pair.source = charset_.utf8(source);
    pair.target = charset_.utf8(target);
    pair.raw = pair.source + '\t' + pair.target;
    if (!entry.wrong.empty()) {
      pair.state = Pair::State::malformed;
      pair.note = entry.wrong;
    } else if (entry.is_fuzzy) {
      pair.state = Pair::State::unfinished;
      pair.note = "fuzzy";
    }
    ready_.push_back(std::move(pair));
  }

  TextLines lines_;
  std::string line_;
  Charset charset_;
  bool has_head_ = false;
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
