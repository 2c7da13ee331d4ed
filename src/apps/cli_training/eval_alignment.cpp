#include "cli_training/eval_alignment.h"

#include <algorithm>

#include "alignment/words.h"
#include "base/log.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "translate/word_alignment.h"

namespace regard::cli {
namespace {

/// Links between the words of the source and the reference. Tokens generated after the reference's
/// end have no links.
alignment::Links links_of(const translate::Translation& translation, size_t targets) {
  alignment::Links links;
  if (translation.n_best.empty()) return links;
  const auto& candidate = translation.n_best.front();
  for (const auto& [source, target] :
       translate::hard_alignment(candidate.attention, candidate.attention_begins)) {
    if (static_cast<size_t>(target) >= targets) continue;
    links.push_back({static_cast<int32_t>(source), static_cast<int32_t>(target)});
  }
  std::ranges::sort(links);
  return links;
}

bool has_attention(const std::vector<translate::Translation>& translations) {
  return std::ranges::any_of(translations, [](const auto& translation) {
    return !translation.n_best.empty() && !translation.n_best.front().attention.empty();
  });
}

}  // namespace

alignment::Quality alignment_of_model(const translate::TranslationModel& model,
                                      const corpus::TestText& text, config::SearchOptions search,
                                      const std::string& gold_file) {
  const auto gold = alignment::read_gold(gold_file);
  if (gold.size() != text.sources.size()) {
    throw Error(str("has ", gold.size(), " lines, but the text has ", text.sources.size()),
                gold_file, "name the gold alignment of this text");
  }
  for (size_t line = 0; line < gold.size(); ++line) {
    alignment::check_links(gold[line], alignment::words_between_blanks(text.sources[line]).size(),
                           alignment::words_between_blanks(text.references[line]).size(),
                           str(gold_file, ':', line + 1));
  }
  search.beam_size = 1;
  search.split = false;
  search.copy = config::Copy::none;
  search.replace_unknown = false;
  const auto translations = model.translate(
      text.sources,
      {.search = search, .options = {.prefixes = text.references, .attention = true}});
  if (!has_attention(translations)) throw Error("the model has no attention, so it links no words");
  alignment::Quality quality;
  int64_t differently_cut = 0;
  for (size_t line = 0; line < gold.size(); ++line) {
    const auto sources = alignment::words_between_blanks(text.sources[line]).size();
    const auto targets = alignment::words_between_blanks(text.references[line]).size();
    const auto& words = translations[line].source_words;
    if (words.size() != sources) ++differently_cut;
    quality.add(
        words.size() == sources ? links_of(translations[line], targets) : alignment::Links(),
        gold[line]);
  }
  if (differently_cut > 0) {
    log_warning(differently_cut,
                " lines are split into different words by the model's tokenizer and have no links");
  }
  return quality;
}

}  // namespace regard::cli
