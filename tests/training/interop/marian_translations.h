#pragma once
#include <string>
#include <utility>
#include <vector>

#include "interop/foreign_model.h"
#include "module_search/searchers.h"
#include "translate/translate_lines.h"

namespace regard::interop {

inline std::vector<translate::Translation> translations(const ForeignModel& model,
                                                        const std::vector<std::string>& lines,
                                                        config::SearchOptions search) {
  return translate::translate_lines(*translate::module_searcher(*model.model), model.tokenizers,
                                    lines, {.search = std::move(search)});
}

inline std::vector<std::string> pieces_of(const ForeignModel& model,
                                          const translate::Translation& translation) {
  std::vector<std::string> pieces;
  for (const int64_t id : translation.n_best.front().ids) {
    pieces.push_back(model.tokenizers.target().piece(id));
  }
  return pieces;
}

}  // namespace regard::interop
