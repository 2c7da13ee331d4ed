#pragma once
#include <string>
#include <vector>

#include "regard/config/search_options.h"
#include "text/sentences.h"

namespace regard::cli {

/// The sentences of a TEXT argument, which a model translates one by one. The whole text if it is
/// only one sentence, or if the model translates whole lines.
inline std::vector<std::string> sentences_given(const std::string& text,
                                                const config::SearchOptions& search) {
  const auto found = text::sentences_of(text).sentences;
  if (found.size() < 2 || !search.split) return {text};
  std::vector<std::string> sentences;
  for (const auto& sentence : found) sentences.emplace_back(sentence.words);
  return sentences;
}

}  // namespace regard::cli
