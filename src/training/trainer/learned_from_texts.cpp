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

alignment::TokenLinker LearnedFromTexts::linker() const {
  const int64_t pairs = experiment_.training.alignment_pairs;
  const auto learn = [&] {
    const Stopwatch learning;
    std::optional<ProgressBar> bar;
    auto linker = alignment::TokenLinker::learned_from(examples_, pairs, tokenizers_,
                                                       [&](int64_t done, int64_t all) {
                                                         if (!bar) bar.emplace(all, "align");
                                                         bar->update(done);
                                                       });
    bar.reset();
    log_info("learned word links in ", format_duration(learning.seconds()));
    return linker;
  };
  if (!cache_.keeps()) return learn();
  const auto name = cache_.name("links", experiment_.data, str(tokenizers_.hash(), '\n', pairs));
  if (const auto kept = cache_.find(name)) {
    if (auto linker = alignment::TokenLinker::from_bytes(*kept, tokenizers_)) {
      log_info("using the word links learned earlier: ", cache_.path(name));
      return std::move(*linker);
    }
    cache_.warn_unusable(name, "is damaged");
  }
  auto linker = learn();
  cache_.keep(name, linker.bytes());
  return linker;
}

}  // namespace regard::train
