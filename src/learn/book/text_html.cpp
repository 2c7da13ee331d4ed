#include "book/text_html.h"

#include <algorithm>

#include "base/utf8.h"
#include "book/tex_formula.h"
#include "draw/picture.h"
#include "regard/base/str.h"

namespace regard::book {
namespace {

using draw::escape;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_letter_or_digit(char c) { return is_letter(c) || (c >= '0' && c <= '9'); }

/// Size of the index or exponent that `text` begins with: "hh", "{j−1}", "α", "−0.5"; 0 for none.
size_t raised_or_lowered(std::string_view text) {
  if (text.starts_with('{')) return std::min(text.find('}') + 1, text.size());
  size_t size = 0;
  while (size < text.size()) {
    const auto rest = text.substr(size);
    const bool is_greek = rest[0] == '\xCE' || rest[0] == '\xCF';
    const bool is_point = rest[0] == '.' && rest.size() > 1 && rest[1] >= '0' && rest[1] <= '9';
    if (is_letter_or_digit(rest[0]) || is_point) {
      ++size;
    } else if (is_greek) {
      size += 2;
    } else if (rest.starts_with("−")) {
      size += std::string_view("−").size();
    } else {
      break;
    }
  }
  return std::min(size, text.size());
}

/// Whether the underscore at `at` follows a single letter, which is then a symbol.
bool is_symbol_before(std::string_view text, size_t at) {
  if (at == 0) return false;
  const auto before = static_cast<unsigned char>(text[at - 1]);
  if (before >= 0x80) return true;  // a Greek letter
  if (!is_letter(text[at - 1])) return false;
  return at == 1 || (!is_letter_or_digit(text[at - 2]) && text[at - 2] != '_');
}

}  // namespace

std::string html_of_text(std::string_view text) {
  std::string html;
  size_t done = 0;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool is_index = text[at] == '_' && is_symbol_before(text, at);
    if (!is_index && (text[at] != '^' || at == 0)) continue;
    auto mark = text.substr(at + 1, raised_or_lowered(text.substr(at + 1)));
    if (mark.empty()) continue;
    html += escape(text.substr(done, at - done));
    done = at + 1 + mark.size();
    if (mark.starts_with('{')) mark = mark.substr(1, mark.size() - 2);
    html += str(is_index ? "<sub>" : "<sup>", escape(mark), is_index ? "</sub>" : "</sup>");
    at = done - 1;
  }
  return html + escape(text.substr(done));
}

std::string html_of_markdown(std::string_view markdown) {
  std::string html;
  while (!markdown.empty()) {
    const auto until = [&](std::string_view end, size_t from) {
      return std::min(markdown.find(end, from), markdown.size());
    };
    size_t size = 1;
    if (markdown.starts_with("$`")) {
      size = until("`$", 2);
      html += str("<math>", mathml_of_tex(markdown.substr(2, size - 2)), "</math>");
      size += 2;
    } else if (markdown[0] == '`') {
      size = until("`", 1);
      html += str("<code>", escape(markdown.substr(1, size - 1)), "</code>");
      ++size;
    } else if (markdown.starts_with("**")) {
      size = until("**", 2);
      html += str("<b>", html_of_text(markdown.substr(2, size - 2)), "</b>");
      size += 2;
    } else if (markdown[0] == '[' && markdown.find("](") != std::string_view::npos) {
      const size_t text = until("](", 1);
      html += html_of_text(markdown.substr(1, text - 1));
      size = until(")", text) + 1;
    } else {
      size = std::min({until("$`", 1), until("`", 1), until("**", 1), until("[", 1)});
      html += html_of_text(markdown.substr(0, size));
    }
    markdown.remove_prefix(std::min(size, markdown.size()));
  }
  return html;
}

std::string capitalized(std::string_view text) {
  std::string result(text);
  const bool is_word = text.size() > 1 && is_letter(text[1]);
  const bool is_article = text.starts_with("a ") && text.size() > 2 && is_letter(text[2]);
  if (is_word || is_article) result[0] = upper_ascii(result[0]);
  return result;
}

}  // namespace regard::book
