#include "alignment/token_linker.h"

#include <algorithm>

#include "base/process.h"
#include "corpus/lexical_table.h"

namespace regard::alignment {

TokenLinker TokenLinker::learned_from(const corpus::Examples& examples, int64_t most,
                                      const text::TokenizerPair& tokenizers,
                                      const std::function<void(int64_t done, int64_t all)>& after) {
  const TokenTexts sources(tokenizers.source()), targets(tokenizers.target());
  WordPairs pairs;
  for (const size_t example : corpus::evenly_spread(examples, most)) {
    stop_if_interrupted();
    const TokenWords source(examples.source(example), sources);
    const TokenWords target(examples.target(example), targets);
    pairs.add(source.words(), target.words());
  }
  // Further iterations would change few links and delay training.
  return {WordLinker::learned_from(pairs, {.model_1 = 3, .hidden_markov = 3}, after), tokenizers};
}

std::optional<TokenLinker> TokenLinker::from_bytes(std::string_view bytes,
                                                   const text::TokenizerPair& tokenizers) {
  auto words = WordLinker::from_bytes(bytes);
  if (!words) return std::nullopt;
  return TokenLinker(std::move(*words), tokenizers);
}

Links TokenLinker::operator()(std::span<const int32_t> source,
                              std::span<const int32_t> target) const {
  const TokenWords sources(source, source_), targets(target, target_);
  Links links;
  for (const auto& [source_word, target_word] : words_(sources.words(), targets.words())) {
    const auto from = sources.tokens_of_word(static_cast<size_t>(source_word));
    const auto to = targets.tokens_of_word(static_cast<size_t>(target_word));
    for (size_t i = from.begin; i < from.end; ++i) {
      for (size_t j = to.begin; j < to.end; ++j) {
        links.push_back({static_cast<int32_t>(i), static_cast<int32_t>(j)});
      }
    }
  }
  if (!source.empty() && !target.empty() && source.back() == text::kEos &&
      target.back() == text::kEos) {
    links.push_back(
        {static_cast<int32_t>(source.size()) - 1, static_cast<int32_t>(target.size()) - 1});
  }
  std::ranges::sort(links);
  links.erase(std::unique(links.begin(), links.end()), links.end());
  return links;
}

}  // namespace regard::alignment
