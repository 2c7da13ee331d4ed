#include "book/tex_formula.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::book {
namespace {

using Row = std::pair<std::string_view, std::string_view>;

constexpr auto kLetters = std::to_array<Row>({{"alpha", "α"},
                                              {"beta", "β"},
                                              {"delta", "δ"},
                                              {"epsilon", "ϵ"},
                                              {"eta", "η"},
                                              {"omega", "ω"},
                                              {"partial", "∂"},
                                              {"phi", "ϕ"},
                                              {"pi", "π"},
                                              {"sigma", "σ"},
                                              {"tau", "τ"},
                                              {"theta", "θ"}});

constexpr auto kOperators = std::to_array<Row>({{"cdot", "·"},
                                                {"ldots", "…"},
                                                {"le", "≤"},
                                                {"leftarrow", "←"},
                                                {"lVert", "‖"},
                                                {"mid", "∣"},
                                                {"odot", "⊙"},
                                                {"rVert", "‖"},
                                                {"to", "→"},
                                                {"top", "⊤"}});

constexpr auto kSums = std::to_array<Row>({{"prod", "∏"}, {"sum", "∑"}});

constexpr auto kAccents = std::to_array<Row>(
    {{"hat", "^"}, {"overleftarrow", "←"}, {"overrightarrow", "→"}, {"tilde", "~"}});

constexpr auto kSpaces = std::to_array<Row>({{" ", "0.33em"}, {",", "0.17em"}, {"quad", "1em"}});

constexpr auto kFunctions =
    std::to_array<std::string_view>({"cos", "exp", "log", "max", "min", "sin", "tanh"});

template <size_t kCount>
std::optional<std::string_view> found(const std::array<Row, kCount>& rows, std::string_view name) {
  const auto* row = std::ranges::find(rows, name, &Row::first);
  if (row == rows.end()) return std::nullopt;
  return row->second;
}

std::string element(std::string_view name, std::string_view content) {
  return str('<', name, '>', content, "</", name, '>');
}

/// A letter in the Unicode alphabet whose capital and small letters start at `capital` and `small`.
std::string styled(char letter, char32_t capital, char32_t small) {
  std::string result;
  const bool is_capital = letter >= 'A' && letter <= 'Z';
  append_utf8(is_capital ? capital + static_cast<char32_t>(letter - 'A')
                         : small + static_cast<char32_t>(letter - 'a'),
              result);
  return result;
}

class Reader {
 public:
  explicit Reader(std::string_view tex) : tex_(tex) {}

  std::string formula() {
    auto content = row();
    if (at_ < tex_.size()) throw wrong("ends a group that did not begin");
    return content;
  }

 private:
  Error wrong(std::string_view what) const {
    return Error(str("the formula ", what, ": ", tex_.substr(at_)), std::string(tex_));
  }

  bool ends() const {
    const auto rest = tex_.substr(std::min(at_, tex_.size()));
    return rest.empty() || rest[0] == '}' || rest[0] == '&' || rest.starts_with("\\\\") ||
           rest.starts_with("\\end") || rest.starts_with("\\right");
  }

  bool takes(std::string_view wanted) {
    if (!tex_.substr(at_).starts_with(wanted)) return false;
    at_ += wanted.size();
    return true;
  }

  /// Reads atoms until the end of the row.
  std::string row() {
    std::string content;
    while (!ends()) {
      if (takes(" ")) continue;
      content += scripted();
    }
    return content;
  }

  std::string group() {
    if (!takes("{")) return atom();
    auto content = row();
    if (!takes("}")) throw wrong("has a group without an end");
    return element("mrow", content);
  }

  /// Reads an atom with its subscript and superscript.
  std::string scripted() {
    const bool is_sum =
        tex_.substr(at_).starts_with("\\sum") || tex_.substr(at_).starts_with("\\prod");
    const auto base = atom();
    std::string below, above;
    while (true) {
      if (takes("_")) {
        below = group();
      } else if (takes("^")) {
        above = group();
      } else if (takes("'")) {
        above = element("mo", "′");
      } else {
        break;
      }
    }
    if (below.empty() && above.empty()) return base;
    if (above.empty()) return element(is_sum ? "munder" : "msub", base + below);
    if (below.empty()) return element(is_sum ? "mover" : "msup", base + above);
    return element(is_sum ? "munderover" : "msubsup", base + below + above);
  }

  std::string atom() {
    if (ends()) throw wrong("ends too early here");
    const char c = tex_[at_];
    if (c == '{') return group();
    if (c == '\\') return command();
    if (is_ascii_digit(c)) {
      const size_t end = std::min(tex_.find_first_not_of("0123456789.", at_), tex_.size());
      const auto number = tex_.substr(at_, end - at_);
      at_ = end;
      return element("mn", number);
    }
    ++at_;
    if (is_ascii_letter(c)) return element("mi", std::string(1, c));
    if (c == '-') return element("mo", "−");
    if (c == '<') return element("mo", "&lt;");
    if (c == '>') return element("mo", "&gt;");
    // The bar of an absolute value has no space around it; \mid does.
    if (c == '|') return "<mo stretchy=\"false\" lspace=\"0\" rspace=\"0\">|</mo>";
    // Only delimiters after \left and \right stretch.
    if (std::string_view("()[]").find(c) != std::string_view::npos) {
      return str("<mo stretchy=\"false\">", c, "</mo>");
    }
    return element("mo", std::string(1, c));
  }

  std::string_view name() {
    const size_t begin = ++at_;
    while (at_ < tex_.size() && is_ascii_letter(tex_[at_])) ++at_;
    if (at_ == begin) ++at_;  // "\,"
    return tex_.substr(begin, at_ - begin);
  }

  std::string command() {
    const size_t begin = at_;
    const auto name = this->name();
    if (const auto letter = found(kLetters, name)) return element("mi", *letter);
    if (const auto sign = found(kOperators, name)) return element("mo", *sign);
    if (const auto sum = found(kSums, name)) return element("mo", *sum);
    if (const auto width = found(kSpaces, name)) return str("<mspace width=\"", *width, "\"/>");
    if (std::ranges::find(kFunctions, name) != kFunctions.end()) return element("mi", name);
    if (const auto accent = found(kAccents, name)) {
      const auto base = group();
      return str("<mover accent=\"true\">", base, element("mo", *accent), "</mover>");
    }
    if (name == "frac" || name == "tfrac") {
      const auto above = group(), below = group();
      return element("mfrac", above + below);
    }
    if (name == "sqrt") return element("msqrt", group());
    if (name == "left") return delimited();
    if (name == "begin") return matrix();
    if (name == "mathrm") return element("mi", letters());
    if (name == "text") return element("mtext", letters());
    if (name == "mathbf") return element("mi", alphabet(U'\U0001D400', U'\U0001D41A'));
    if (name == "mathcal") return element("mi", alphabet(U'\U0001D49C', U'\U0001D4B6'));
    at_ = begin;
    throw wrong("contains an unknown command");
  }

  /// Reads the letters of a group such as {relu}.
  std::string_view letters() {
    if (!takes("{")) throw wrong("lacks a group here");
    const size_t end = tex_.find('}', at_);
    if (end == std::string_view::npos) throw wrong("has a group without an end");
    const auto content = tex_.substr(at_, end - at_);
    at_ = end + 1;
    return content;
  }

  std::string alphabet(char32_t capital, char32_t small) {
    std::string content;
    for (const char letter : letters()) {
      content += is_ascii_letter(letter) ? styled(letter, capital, small) : std::string(1, letter);
    }
    return content;
  }

  std::string delimited() {
    const auto opening = delimiter();
    const auto content = row();
    if (!takes("\\right")) throw wrong("lacks \\right");
    return element("mrow", opening + content + delimiter());
  }

  std::string delimiter() {
    if (ends()) throw wrong("lacks a delimiter here");
    if (tex_[at_] == '\\') return command();
    return element("mo", tex_.substr(at_++, 1));
  }

  std::string matrix() {
    if (!takes("{bmatrix}")) throw wrong("contains an unknown environment");
    std::string rows, cells;
    while (true) {
      cells += element("mtd", row());
      if (takes("&")) continue;
      rows += element("mtr", std::exchange(cells, {}));
      if (!takes("\\\\")) break;
    }
    if (!takes("\\end{bmatrix}")) throw wrong("lacks \\end{bmatrix}");
    return element("mrow", element("mo", "[") + element("mtable", rows) + element("mo", "]"));
  }

  std::string_view tex_;
  size_t at_ = 0;
};

}  // namespace

std::string mathml_of_tex(std::string_view tex) { return Reader(tex).formula(); }

}  // namespace regard::book
