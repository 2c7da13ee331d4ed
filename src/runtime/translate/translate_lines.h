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

/// The sentence as if it had never contained the items: without the spaces, brackets, quotes and
/// commas that only the items need. Items without words between them are left out together. Fills
/// in Reading::text, left_out and capital_added.
Reading leave_out(std::string_view sentence, const std::vector<text::CopiedItem>& items);

/// Whether an item is a tag in braces or brackets, such as {b} or [/b], whose partner is in the
/// sentence.
bool is_paired_tag(std::string_view item, std::string_view sentence);

/// Whether `text`, a translation with forced terms, is as complete a sentence as `free`, the
/// translation without them: equally many sentence ends, no new word repetitions, none of the words
/// that the terms replace, and about as many words.
bool is_whole(std::string_view text, std::string_view free, std::span<const std::string> terms,
              std::span<const std::string> replaced);

/// Joins the translations of sources into one per line. For a line with several sources, the
/// candidates are the `n_best` best combinations of one candidate per part. Texts are joined with
/// the text between them in the line, and tokens without inner eos. Log-probabilities are summed,
/// and scores averaged; attention stays within each part. Takes time linear in the output size.
/// Calls `before_part` before each part; it may throw to cancel the work.
std::vector<Translation> join_parts(
    const Sources& sources, std::vector<Translation> translations, int64_t n_best,
    const std::function<void()>& before_part = [] {});

/// A translation for each line, in order. A blank line gives an empty translation. A line that is
/// too long is translated clause by clause, and Translation::parts counts its parts. Alternatives
/// are for the part in which the prefix ends. Calls `before_step` before each step; it may throw to
/// cancel the work. Throws the same errors as Plan.
std::vector<Translation> translate_sources(
    const Searcher& searcher, const text::TokenizerPair& tokenizers, const Sources& sources,
    const TranslationRequest& request, const std::function<void()>& before_step = [] {});

/// Tokenizes lines of text and translates them.
std::vector<Translation> translate_lines(
    const Searcher& searcher, const text::TokenizerPair& tokenizers,
    std::span<const std::string> lines, const TranslationRequest& request,
    const std::function<void()>& before_step = [] {});

}  // namespace regard::translate
