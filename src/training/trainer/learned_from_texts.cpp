#include "trainer/learned_from_texts.h"

#include <sstream>
#include <utility>

#include "base/log.h"
#include "base/stopwatch.h"
#include "base/terminal.h"
#include "corpus/learn_shortlist.h"
#include "regard/base/str.h"
#include "trainer/model_files.h"

namespace regard::train {
namespace {

std::vector<std::string> split_at_spaces(const std::string& list) {
  std::vector<std::string> words;
  std::istringstream stream(list);
  for (std::string word; stream >> word;) words.push_back(std::move(word));
  return words;
}

}  // namespace

std::vector<std::string> LearnedFromTexts::words_of_texts() const {
  const auto& target = tokenizers_.target();
  if (!cache_.keeps()) return corpus::learn_words(examples_, target);
  const auto name = cache_.name("words", experiment_.data, tokenizers_.hash());
  if (const auto kept = cache_.find(name)) return split_at_spaces(*kept);
  auto words = corpus::learn_words(examples_, target);
  cache_.keep(name, join(words, " "));
  return words;
}

std::vector<std::string> LearnedFromTexts::words() const {
  const auto before = words_of_beginning(experiment_, directory_, resume_);
  if (!before) return words_of_texts();
  return before->empty() ? *before : corpus::learn_words(examples_, tokenizers_.target(), *before);
}

corpus::SoftAlignments LearnedFromTexts::alignments() const {
  const int64_t pairs = experiment_.training.alignment_pairs;
  const int64_t source_vocab = tokenizers_.source().size();
  const auto learn = [&] {
    const Stopwatch learning;
    std::optional<ProgressBar> bar;
    auto table =
        corpus::LexicalTable::of(examples_, pairs, source_vocab, [&](int64_t done, int64_t all) {
          if (!bar) bar.emplace(all, "align");
          bar->update(done);
        });
    bar.reset();
    log_info("learned which tokens translate which in ", format_duration(learning.seconds()));
    return table;
  };
  if (!cache_.keeps()) return corpus::SoftAlignments(learn());
  const auto name =
      cache_.name("alignments", experiment_.data, str(tokenizers_.hash(), '\n', pairs));
  if (const auto kept = cache_.find(name)) {
    if (auto table = corpus::LexicalTable::from_bytes(*kept, source_vocab)) {
      log_info("using the alignments learned earlier: ", cache_.path(name));
      return corpus::SoftAlignments(std::move(*table));
    }
    cache_.warn_unusable(name, "is damaged");
  }
  auto table = learn();
  cache_.keep(name, table.bytes());
  return corpus::SoftAlignments(std::move(table));
}

}  // namespace regard::train
