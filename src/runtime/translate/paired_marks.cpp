#include <algorithm>
#include <string_view>
#include <utility>

#include "text/characters.h"
#include "translate/item_places.h"
#include "translate/place_finder.h"

namespace regard::translate {
namespace {

/// The name of a tag, given without its < or [.
std::string_view tag_name(std::string_view tag) {
  return tag.substr(0, text::run_of(tag, text::is_alphanumeric));
}

/// Whether the mark `close` closes the mark `open`: ** and **, <b> and </b>, [ and ](address).
bool are_pair(std::string_view open, std::string_view close) {
  const char last = open.back(), first = close.front();
  if (text::is_among(last, "*_~=^|\"")) return first == last || open == close;
  constexpr std::string_view kBrackets[] = {"()", "[]", "{}"};
  const auto is_around = [&](auto brackets) { return last == brackets[0] && first == brackets[1]; };
  if (std::ranges::any_of(kBrackets, is_around)) return true;
  if (open.ends_with("\u201C") || open.ends_with("\u00AB")) {
    return close.starts_with(open.ends_with("\u00AB") ? "\u00BB" : "\u201D");
  }
  constexpr std::string_view kEscaped = "&lt;";  // &lt;b&gt; and &lt;/b&gt;
  if (const size_t tag = open.rfind(kEscaped); tag != std::string_view::npos) {
    const auto behind = close.substr(std::min(close.find('/'), close.size() - 1) + 1);
    return close.starts_with("&lt;/") &&
           tag_name(open.substr(tag + kEscaped.size())) == tag_name(behind);
  }
  const size_t begin = open.find_last_of("<[{");
  if (begin == std::string_view::npos || close.size() < 2) return false;
  if (begin + 1 == open.size()) return open[begin] == '[' && first == ']';
  const bool closes = first == open[begin] && close[1] == '/';
  return closes && tag_name(open.substr(begin + 1)) == tag_name(close.substr(2));
}

}  // namespace

void keep_pairs_apart(const Reading& reading, const PlaceFinder& finder,
                      std::vector<ItemPlace>& places) {
  if (places.size() < 2) return;
  const auto words = finder.words();
  for (size_t item = 0; item + 1 < places.size(); ++item) {
    const bool has_words = reading.left_out[item].at < reading.left_out[item + 1].at;
    if (!has_words || places[item + 1].at > places[item].at ||
        !are_pair(reading.left_out[item].text, reading.left_out[item + 1].text)) {
      continue;
    }
    if (places[item + 1].at < places[item].at) {
      std::swap(places[item], places[item + 1]);
      ++item;
      continue;
    }
    const size_t at = places[item].at;
    const auto next = std::ranges::find_if(words, [&](const auto& one) { return one.begin >= at; });
    if (next != words.end()) {
      for (size_t later = item + 1; later < places.size(); ++later) {
        places[later].at = std::max(places[later].at, next->end);
      }
    } else if (!words.empty()) {
      for (size_t earlier = 0; earlier <= item; ++earlier) {
        places[earlier].at = std::min(places[earlier].at, words.back().begin);
      }
    }
    ++item;
  }
}

}  // namespace regard::translate
