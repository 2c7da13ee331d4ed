#include "text/column_names.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/utf8.h"

namespace regard::text {
namespace {

enum class Names { nothing, source, target, english, french };

Names named_by(std::string_view field) {
  struct Row {
    std::string_view word;
    Names names;
  };
  static constexpr std::array kRows = {
      Row{"source", Names::source},   Row{"src", Names::source},
      Row{"term", Names::source},     Row{"target", Names::target},
      Row{"tgt", Names::target},      Row{"translation", Names::target},
      Row{"en", Names::english},      Row{"eng", Names::english},
      Row{"english", Names::english}, Row{"anglais", Names::english},
      Row{"fr", Names::french},       Row{"fra", Names::french},
      Row{"fre", Names::french},      Row{"french", Names::french},
      Row{"français", Names::french},
  };
  const auto word = lower_ascii(std::string(trimmed(field)));
  const auto row = std::ranges::find(kRows, word, &Row::word);
  return row == kRows.end() ? Names::nothing : row->names;
}

}  // namespace

bool name_columns(std::string_view source, std::string_view target) {
  const auto first = named_by(source), second = named_by(target);
  return first != Names::nothing && second != Names::nothing && first != second;
}

}  // namespace regard::text
