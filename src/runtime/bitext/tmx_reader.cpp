#include <optional>
#include <utility>

#include "base/utf8.h"
#include "bitext/packed_bytes.h"
#include "bitext/xml_elements.h"

namespace regard::bitext {
namespace {

/// "en-US" as "en".
std::string base_of(std::string_view language) {
  return lower_ascii(language.substr(0, language.find_first_of("-_")));
}

/// Translation memories: units <tu>, each with a variant <tuv> for a language.
class TmxReader : public PairReader {
 public:
  TmxReader(const std::string& path, const ReadOptions& options)
      : source_language_(base_of(options.source_language)),
        target_language_(base_of(options.target_language)),
        units_(open_bytes(path), path, "TMX", {"tu"}, [this](std::string_view tag) { see(tag); }) {}

  bool next(Pair& pair) override {
    while (units_.next(unit_)) {
      pair.begin(units_.line());
      if (!read_unit(pair)) continue;
      return true;
    }
    return false;
  }

  std::vector<PairFile> files() const override { return {units_.file()}; }

 private:
  void see(std::string_view tag) {
    if (!tag.starts_with("<header") || !source_language_.empty()) return;
    const auto language = base_of(attribute_of(tag, "srclang"));
    if (language != "*all*") source_language_ = language;
  }

  /// False for a unit without either language.
  bool read_unit(Pair& pair) {
    using Kind = serve::XmlToken::Kind;
    variants_.clear();
    XmlText text({"bpt", "ept", "it", "ph", "sub", "ut"});
    bool is_in_segment = false;
    try {
      serve::XmlScanner scanner(unit_);
      while (const auto token = scanner.next()) {
        const bool starts = token->kind == Kind::start_tag;
        if (starts && token->name == "tuv") begin_variant(token->bytes);
        if (token->name == "seg") {
          if (token->kind == Kind::end_tag && !variants_.empty()) {
            variants_.back().second = text.text();
          }
          is_in_segment = starts;
          text.begin();
        } else if (is_in_segment) {
          text.take(*token);
        }
      }
    } catch (const serve::MalformedXml&) {
      pair.state = Pair::State::malformed;
      pair.raw = unit_;
      return true;
    }
    return choose(pair);
  }

  void begin_variant(std::string_view tag) {
    auto language = attribute_of(tag, "xml:lang");
    if (language.empty()) language = attribute_of(tag, "lang");
    variants_.emplace_back(base_of(language), "");
  }

  bool choose(Pair& pair) {
    name_languages();
    const auto find = [&](const std::string& language) -> const std::string* {
      for (const auto& [of, text] : variants_) {
        if (of == language) return &text;
      }
      return nullptr;
    };
    const auto* source = find(source_language_);
    const auto* target = find(target_language_);
    if (source == nullptr && target == nullptr) return false;
    if (source != nullptr) pair.source = *source;
    if (target != nullptr) pair.target = *target;
    if (source == nullptr || target == nullptr) pair.state = Pair::State::one_column;
    pair.raw.append(pair.source).append(1, '\t').append(pair.target);
    return true;
  }

  /// Names the languages that nobody has named, in the order of the first unit.
  void name_languages() {
    for (const auto& [language, text] : variants_) {
      if (source_language_.empty() && language != target_language_) source_language_ = language;
      if (target_language_.empty() && language != source_language_) target_language_ = language;
    }
  }

  std::string source_language_, target_language_;
  XmlElements units_;
  std::string unit_;
  std::vector<std::pair<std::string, std::string>> variants_;
};

}  // namespace

std::unique_ptr<PairReader> read_tmx(const std::string& path, const ReadOptions& options) {
  return std::make_unique<TmxReader>(path, options);
}

}  // namespace regard::bitext
