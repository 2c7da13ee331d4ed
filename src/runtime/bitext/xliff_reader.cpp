#include <iterator>
#include <utility>

#include "bitext/packed_bytes.h"
#include "bitext/xliff_states.h"
#include "bitext/xml_elements.h"
#include "regard/base/str.h"

namespace regard::bitext {
namespace {

/// XLIFF: units <trans-unit> in version 1.2, segments in version 2, each with a source and a
/// target.
class XliffReader : public PairReader {
 public:
  XliffReader(std::unique_ptr<ByteSource> bytes, const std::string& path,
              const ReadOptions& options)
      : source_language_(without_region(options.source_language)),
        target_language_(without_region(options.target_language)),
        keeps_codes_(options.keeps_codes),
        units_(std::move(bytes), path, "XLIFF", {"trans-unit", "segment"},
               [this](std::string_view tag) { see(tag); }) {}

  bool next(Pair& pair) override {
    if (!units_.next(unit_)) return false;
    pair.begin(units_.line());
    try {
      read_unit(pair);
      if (is_turned_) std::swap(pair.source, pair.target);
      pair.raw.append(pair.source).append(1, '\t').append(pair.target);
    } catch (const serve::MalformedXml& error) {
      pair.state = Pair::State::malformed;
      pair.note = why_malformed(error);
      pair.raw = unit_;
    }
    return true;
  }

  std::vector<PairFile> files() const override { return {units_.file()}; }

 private:
  /// Reads the languages from <xliff> or from each <file>.
  void see(std::string_view tag) {
    if (!tag.starts_with("<xliff") && !tag.starts_with("<file")) return;
    const auto named = [&](const char* of_2, const char* of_1) {
      const auto language = attribute_of(tag, of_2);
      return without_region(language.empty() ? attribute_of(tag, of_1) : language);
    };
    const auto source = named("srcLang", "source-language"),
               target = named("trgLang", "target-language");
    if (source.empty() && target.empty()) return;
    is_turned_ = (!source.empty() && source == target_language_) ||
                 (!target.empty() && target == source_language_);
  }

  static void note_state(std::string_view tag, Pair& pair) {
    const auto state = attribute_of(tag, "state");
    if (is_unfinished_state(state)) {
      pair.state = Pair::State::unfinished;
      pair.note = state;
    } else if (!state.empty()) {
      pair.state = Pair::State::whole;  // translated, but not yet approved
      pair.note.clear();
    } else if (attribute_of(tag, "approved") == "no") {
      pair.state = Pair::State::unfinished;
      pair.note = "not approved";
    }
  }

  void read_unit(Pair& pair) const {
    using Kind = serve::XmlToken::Kind;
    XmlText text({std::begin(kXliffCodes), std::end(kXliffCodes)}, keeps_codes_);
    int others = 0;  // open elements with proposals from a memory or with a copy of the source
    bool is_in_text = false;
    serve::XmlScanner scanner(unit_);
    while (const auto token = scanner.next()) {
      if (token->name == "alt-trans" || token->name == "seg-source") {
        if (token->kind == Kind::start_tag) ++others;
        if (token->kind == Kind::end_tag) --others;
      }
      if (others > 0) continue;
      const bool is_side = token->name == "source" || token->name == "target";
      const bool has_state =
          token->name == "trans-unit" || token->name == "segment" || token->name == "target";
      if (has_state && token->kind != Kind::end_tag) note_state(token->bytes, pair);
      if (is_side) {
        if (token->kind == Kind::end_tag) {
          (token->name == "source" ? pair.source : pair.target) = text.text();
        }
        is_in_text = token->kind == Kind::start_tag;
        text.begin();
      } else if (is_in_text) {
        text.take(*token);
      }
    }
  }

  std::string source_language_, target_language_;
  bool keeps_codes_;
  bool is_turned_ = false;  // the file translates from the target language to the source language
  XmlElements units_;
  std::string unit_;
};

}  // namespace

std::unique_ptr<PairReader> read_xliff(std::unique_ptr<ByteSource> bytes, const std::string& name,
                                       const ReadOptions& options) {
  return std::make_unique<XliffReader>(std::move(bytes), name, options);
}

std::unique_ptr<PairReader> read_xliff(const std::string& path, const ReadOptions& options) {
  return read_xliff(open_bytes(path), path, options);
}

}  // namespace regard::bitext
