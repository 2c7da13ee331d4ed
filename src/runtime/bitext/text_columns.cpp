#include "bitext/text_columns.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "regard/base/str.h"
#include "text/characters.h"

namespace regard::bitext {
namespace {

/// Whether a value is a number, an identifier, a path or an address.
bool is_label(std::string_view value) {
  const auto letters = std::ranges::any_of(
      text::characters_of(value), [](const auto& one) { return text::is_letter(one.value); });
  if (!letters) return true;
  if (value.find_first_of(kBlanks) != std::string_view::npos) return false;
  const auto inner = value.substr(1, value.size() < 2 ? 0 : value.size() - 2);
  return std::ranges::any_of(value, is_ascii_digit) ||
         inner.find_first_of("/._:=#@") != std::string_view::npos;
}

class Column {
 public:
  void take(std::string_view value) {
    value = trimmed(value);
    ++lines_;
    labels_ += is_label(value) ? 1 : 0;
    if (values_.size() < kMostValues) values_.emplace(value);
  }

  bool is_text() const {
    constexpr size_t kShared = 10;  // average number of lines per value
    const bool has_few_values = lines_ >= 2 * kShared && values_.size() * kShared <= lines_;
    return 2 * labels_ < lines_ && !has_few_values;
  }

 private:
  static constexpr size_t kMostValues = 64;

  size_t lines_ = 0, labels_ = 0;
  std::set<std::string, std::less<>> values_;
};

std::vector<std::string_view> columns_of(const Pair& pair) {
  std::vector<std::string_view> columns = {pair.source, pair.target};
  for (std::string_view rest = pair.more; !rest.empty();) {
    rest.remove_prefix(1);
    const size_t tab = std::min(rest.find('\t'), rest.size());
    columns.push_back(rest.substr(0, tab));
    rest.remove_prefix(tab);
  }
  return columns;
}

}  // namespace

TextColumns find_text_columns(PairReader& reader) {
  constexpr int kLooked = 400;
  std::vector<Column> columns;
  Pair pair;
  for (int line = 0; line < kLooked && reader.next(pair); ++line) {
    if (pair.state != Pair::State::whole) continue;
    const auto values = columns_of(pair);
    columns.resize(std::max(columns.size(), values.size()));
    for (size_t at = 0; at < values.size(); ++at) columns[at].take(values[at]);
  }
  std::vector<int64_t> texts;
  for (size_t at = 0; at < columns.size(); ++at) {
    if (columns[at].is_text()) texts.push_back(static_cast<int64_t>(at) + 1);
  }
  if (columns.size() < 3 || texts.size() < 2 || texts[1] == 2) return {};
  return {texts[0], texts[1],
          str("reads columns ", texts[0], " and ", texts[1],
              ", the first with text; --columns selects others")};
}

TextColumns chosen_columns(const std::string& path, const ReadOptions& options,
                           std::unique_ptr<PairReader> (*read)(const std::string&,
                                                               const ReadOptions&)) {
  if (options.source_column > 0 && options.target_column > 0) {
    return {options.source_column, options.target_column};
  }
  ReadOptions first = options;
  first.source_column = 1;
  first.target_column = 2;
  return find_text_columns(*read(path, first));
}

}  // namespace regard::bitext
