#pragma once
#include <string>
#include <vector>

namespace regard::cli {

/// The words of `regard translate MODEL... [TEXT...]`.
struct TranslationWords {
  std::vector<std::string> models;  ///< several form an ensemble
  std::vector<std::string> texts;
};

/// `models`, named by options, or else the first word and those after it that are models, too; the
/// other words are texts. Throws Error if no model is named, and for a text that names one.
TranslationWords sort_words(std::vector<std::string> models, std::vector<std::string> words,
                            bool has_input);

}  // namespace regard::cli
