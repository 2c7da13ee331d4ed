// Translation of the texts in HTML (markup/html_text.h): regardless of how words are reordered,
// every tag of the input occurs once in the output, and blocks keep their order.
#include <array>
#include <string>

#include "base/utf8.h"
#include "fuzz/target.h"
#include "markup/html_properties.h"
#include "markup/html_text.h"

namespace regard::fuzz {
namespace {

using serve::HtmlText;
using serve::TranslatedText;

void try_translations(std::string_view html, const std::vector<TranslatedText>& translations) {
  if (const char* broken = serve::broken_property(html, translations)) throw broken;
}

std::vector<TranslatedText> unchanged(const HtmlText& html) {
  std::vector<TranslatedText> same;
  for (const auto& segment : html.segments()) same.push_back({.text = segment});
  return same;
}

template <class Order>
std::vector<TranslatedText> reordered(const HtmlText& html, const Order& order) {
  constexpr size_t kMostBytes = 300;  // the attention of a longer text is a large matrix
  std::vector<TranslatedText> translations;
  for (const auto& segment : html.segments()) {
    translations.push_back(segment.size() > kMostBytes ? TranslatedText{.text = segment}
                                                       : serve::in_another_order(segment, order));
  }
  return translations;
}

/// Adds words that the text does not have, rows that are too short, and invalid weights.
void distort(std::vector<TranslatedText>& translations, std::string_view input) {
  constexpr std::array kWeights = {0.0F, -1.0F, 1.0F, 1e30F};
  size_t next = 0;
  const auto byte = [&] { return static_cast<uint8_t>(input[next++ % input.size()]); };
  for (auto& translation : translations) {
    for (auto& row : translation.attention) {
      if (byte() % 8 == 0) row.resize(row.size() / 2);
      for (auto& weight : row) weight = kWeights[byte() % kWeights.size()];
    }
    for (auto& word : translation.source_words) {
      if (byte() % 4 == 0) word += 'x';
    }
    for (auto& word : translation.target_words) {
      if (byte() % 4 == 0) word.erase(0, 1);
    }
    if (byte() % 8 == 0) translation.text = input.substr(0, byte());
    if (byte() % 8 == 0) translation.attention.resize(translation.attention.size() / 2);
  }
}

}  // namespace

std::vector<std::string> seeds() {
  return {
      "<!doctype html><html><head><title>A <b> &amp; c</title><style>p > a {}</style></head>"
      "<body><h1>Hello</h1><p>A <b>red <i>car</i></b>, <a href='x>y'>here</a>.<p>Next<br>one",
      "H<sub>2</sub>O &eacute; &#233; &#xE9; &unknown; &copy2 &nbsp;x &#0; &#x110000; &#150;",
      "<ul><li>a <code>x &lt; <b>y</code> b<li translate=no>c<li class='a notranslate'>d</ul>",
      "<b>a <i>b</b> c</i> d</p></b><p/>e <x/>f <i class=y></i> g <span> </span>h",
      "<table><tr><td>a<td><b>b<td>c<tr><th>d</table><select><option>a<option>b</select>",
      "I <3 you <!-- c --> <!--> <!---> <!x> <?y?> <![CDATA[ z ]]> </> </ a> <script>'<p>'"
      "</script> <textarea>a</textarea> <svg><svg/><text>b</text></svg> <math/>c <plaintext> d",
      "<pre>a</pre> <img src=a alt=\"b\"> c <wbr>d <input><hr/>e <a translate=\"no\">f</a> g"
      " <a b=c/>d</a> <a/b=c>e</a> <a b = 'c'd>f</a> <a =b>",
      "\u00A0a\u202Fb \u2764\uFE0F\u200D c\u0301 'd' \"e\" don't l'<b>a</b> \xFF\xC3 <b>\xE2</b>"};
}

void try_input(std::string_view input) {
  const HtmlText html{std::string(input)};
  const auto same = unchanged(html);
  try_translations(input, same);
  const HtmlText again(html.rebuilt(same));
  // Parts of a character separated by zero bytes join when these are dropped.
  const bool is_utf8 = !first_invalid_utf8(input);
  if (is_utf8 && again.segments() != html.segments()) throw "the same translation has other texts";
  try_translations(input, reordered(html, [](size_t at, size_t count) { return count - 1 - at; }));
  auto rotated = reordered(html, [](size_t at, size_t count) { return (at + count / 3) % count; });
  try_translations(input, rotated);
  if (!input.empty()) distort(rotated, input);
  try_translations(input, rotated);
  rotated.resize(rotated.size() / 2);
  try_translations(input, rotated);
}

}  // namespace regard::fuzz
