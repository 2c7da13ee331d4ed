#include <utility>

#include "bitext/packed_bytes.h"
#include "bitext/xml_elements.h"

namespace regard::bitext {
namespace {

/// XLIFF: of 1.2, units <trans-unit>; of 2, segments; each with a source and a target.
class XliffReader : public PairReader {
 public:
  XliffReader(std::unique_ptr<ByteSource> bytes, const std::string& path)
      : units_(std::move(bytes), path, "XLIFF", {"trans-unit", "segment"},
               [](std::string_view) {}) {}

  bool next(Pair& pair) override {
    if (!units_.next(unit_)) return false;
    pair.begin(units_.line());
    try {
      read_unit(pair);
      pair.raw.append(pair.source).append(1, '\t').append(pair.target);
    } catch (const serve::MalformedXml&) {
      pair.state = Pair::State::malformed;
      pair.raw = unit_;
    }
    return true;
  }

  std::vector<PairFile> files() const override { return {units_.file()}; }

 private:
  void read_unit(Pair& pair) const {
    using Kind = serve::XmlToken::Kind;
    XmlText text({"bpt", "ept", "it", "ph", "sc", "ec", "x", "bx", "ex"});
    int others = 0;  // open elements with proposals of a memory, or with the source once more
    bool is_in_text = false;
    serve::XmlScanner scanner(unit_);
    while (const auto token = scanner.next()) {
      if (token->name == "alt-trans" || token->name == "seg-source") {
        if (token->kind == Kind::start_tag) ++others;
        if (token->kind == Kind::end_tag) --others;
      }
      if (others > 0) continue;
      if (token->name == "source" || token->name == "target") {
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

  XmlElements units_;
  std::string unit_;
};

}  // namespace

std::unique_ptr<PairReader> read_xliff(std::unique_ptr<ByteSource> bytes, const std::string& name) {
  return std::make_unique<XliffReader>(std::move(bytes), name);
}

std::unique_ptr<PairReader> read_xliff(const std::string& path, const ReadOptions& /*options*/) {
  return read_xliff(open_bytes(path), path);
}

}  // namespace regard::bitext
