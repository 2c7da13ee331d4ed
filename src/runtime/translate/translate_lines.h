#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "regard/translate/translation.h"
#include "text/copied_items.h"
#include "text/tokenizer_pair.h"
#include "translate/plan.h"
#include "translate/reading.h"
#include "translate/searcher.h"
#include "translate/sources.h"

namespace regard::translate {

/// The sentence as if the items had never been in it: without the spaces, brackets, quotes and
/// commas that only they need. Items without a word between them are left out together. Fills
/// Reading::text, left_out and capital_added.
Reading leave_out(std::string_view sentence, const std::vector<text::CopiedItem>& items);

/// Whether `text`, a translation with forced terms, is a sentence as whole as `free`, the
/// translation without: as many ends of sentences, no word twice that was there once, none of the
/// words that the terms stand for, about as many words.
bool is_whole(std::string_view text, std::string_view free, std::span<const std::string> terms,
              std::span<const std::string> replaced);

/// A translation for each line, from one for each source. The candidates of a line with several
/// sources are the `n_best` best combinations of one candidate per part: texts with what stands
/// between them in the line, tokens without the inner ends of sentences, the sum of
/// log-probabilities, the mean of scores, and attention within each part. Takes time in proportion
/// to what it returns. Calls `before_part` before each part; it may throw to end the work.
std::vector<Translation> join_parts(
    const Sources& sources, std::vector<Translation> translations, int64_t n_best,
    const std::function<void()>& before_part = [] {});

/// A translation for each line, in order. A blank
/// line gives an empty one. A line that is too long is translated clause by clause, and
/// Translation::parts counts its parts; alternatives are those of the part in which its prefix
/// ends. Calls `before_step` before each step; it may throw to end the work. Throws Error as Plan
/// does.
std::vector<Translation> translate_sources(
    const Searcher& searcher, const text::TokenizerPair& tokenizers, const Sources& sources,
    const TranslationRequest& request, const std::function<void()>& before_step = [] {});

/// Tokenizes lines of text and translates them.
std::vector<Translation> translate_lines(
    const Searcher& searcher, const text::TokenizerPair& tokenizers,
    std::span<const std::string> lines, const TranslationRequest& request,
    const std::function<void()>& before_step = [] {});

}  // namespace regard::translate
