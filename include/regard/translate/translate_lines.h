#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "regard/text/tokenizer_pair.h"
#include "regard/translate/searcher.h"
#include "regard/translate/sources.h"
#include "regard/translate/translation.h"
#include "regard/translate/translation_request.h"

namespace regard::translate {

/// One translation for each line of the sources, in their order, by the first of `searchers` that
/// can do what is asked for. Blank lines give empty ones; a line that is too long is translated
/// clause by clause, and Translation::parts says so: a prefix and alternatives are those of its
/// first part. `before_step` is called before each step and may throw to end the work. Throws Error
/// as Plan does.
std::vector<Translation> translate_sources(
    const Searchers& searchers, const text::TokenizerPair& tokenizers, const Sources& sources,
    const TranslationRequest& request, const std::function<void()>& before_step = [] {});

/// The same, from text.
std::vector<Translation> translate_lines(
    const Searchers& searchers, const text::TokenizerPair& tokenizers,
    std::span<const std::string> lines, const TranslationRequest& request,
    const std::function<void()>& before_step = [] {});

}  // namespace regard::translate
