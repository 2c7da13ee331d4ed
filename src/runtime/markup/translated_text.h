#pragma once
#include <string>
#include <vector>

namespace regard::serve {

/// A translation, and which words of the source its words come from.
struct TranslatedText {
  std::string text;
  std::vector<std::string> source_words = {}, target_words = {};
  std::vector<std::vector<float>> attention =
      {};                                     ///< a row for each target word, over source words
  std::vector<size_t> attention_begins = {};  ///< as Candidate::attention_begins
};

}  // namespace regard::serve
