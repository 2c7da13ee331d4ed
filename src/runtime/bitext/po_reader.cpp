#include <deque>
#include <utility>

#include "bitext/charset.h"
#include "bitext/po_scanner.h"
#include "bitext/text_lines.h"

namespace regard::bitext {
namespace {

/// Editable gettext message catalogs. An entry with a syntax error is malformed as a whole.
class PoReader : public PairReader {
 public:
  PoReader(std::unique_ptr<ByteSource> bytes, const std::string& path)
      : lines_(std::move(bytes), path, "PO") {}

  bool next(Pair& pair) override {
    while (ready_.empty() && lines_.next(line_)) {
      if (auto entry = scanner_.take(line_, lines_.number())) add_entry(*entry);
    }
    if (ready_.empty()) {
      if (auto entry = scanner_.finish()) add_entry(*entry);
    }
    if (ready_.empty()) return false;
    pair = std::move(ready_.front());
    ready_.pop_front();
    return true;
  }

  std::vector<PairFile> files() const override { return {lines_.file()}; }

 private:
  void add_entry(PoEntry& entry) {
    // `several` is the last of the plural forms.
    std::string one, several;
    bool has_several = false;
    for (const auto& translation : entry.translations) {
      const bool is_first = translation.keyword == "msgstr" || translation.keyword == "msgstr[0]";
      (is_first ? one : several) = translation.text;
      has_several |= !is_first;
    }
    const bool has_translation = !entry.translations.empty();
    const bool is_head = entry.id.text.empty() && entry.context.text.empty() && has_translation &&
                         (!has_head_ || one.find("charset=") != std::string::npos);
    if (is_head && entry.wrong.empty()) {
      has_head_ = true;
      return charset_.take_from_head(one, lines_.file().path);
    }
    if (entry.wrong.empty() && !has_translation) entry.wrong = "no msgstr";
    if (entry.wrong.empty() && entry.id.text.empty()) entry.wrong = "msgid is empty";
    add(entry, entry.id.text, one);
    if (!entry.has_plural || !entry.wrong.empty()) return;
    add(entry, entry.plural.text, has_several ? several : one);
  }

  void add(const PoEntry& entry, const std::string& source, const std::string& target) {
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
  PoScanner scanner_;
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
