#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "regard/translate/translation.h"
#include "text/tokenizer_pair.h"
#include "translate/searcher.h"
#include "translate/sources.h"
#include "translate/translation_request.h"

namespace regard::translate {

/// A translation for each line, in order. A blank
/// line gives an empty one. A line that is too long is translated clause by clause, and
/// Translation::parts counts its parts; alternatives are those of the part in which its prefix
/// ends. Calls `before_step` before each step; it may throw to end the work. Throws Error as Plan
/// does.
std::vector<Translation> translate_sources(
    const Searcher& searcher, const text::TokenizerPair& tokenizers, const Sources& sources,
    const TranslationRequest& request, const std::function<void()>& before_step = [] {});

/// The same, from text.
std::vector<Translation> translate_lines(
    const Searcher& searcher, const text::TokenizerPair& tokenizers,
    std::span<const std::string> lines, const TranslationRequest& request,
    const std::function<void()>& before_step = [] {});

}  // namespace regard::translate
