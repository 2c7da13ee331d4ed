#include "regard/corpus/examples.h"

#include <algorithm>
#include <optional>

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::corpus {
namespace {

const std::string& name_of(const config::ParallelText& text) {
  return text.tsv.empty() ? text.source : text.tsv;
}

/// The id of a text's tag, if it has one; `number` is the text's place in data.train.
std::optional<int64_t> tag_id(const config::ParallelText& text, size_t number,
                              const text::Tokenizer& tokenizer) {
  if (text.tag.empty()) return std::nullopt;
  const auto symbols = tokenizer.symbols();
  if (std::find(symbols.begin(), symbols.end(), text.tag) == symbols.end()) {
    throw Error(str("is ", text.tag, ", which the tokenizer does not have as a symbol"),
                str("data.train.", number, ".tag"),
                "train a tokenizer with it: a new one by leaving tokenizer.model and "
                "training.init_from out, or the one of the run to begin with by its "
                "tokenizer.symbols");
  }
  return tokenizer.id(text.tag);
}

}  // namespace

std::vector<std::string> tags_of(const config::DataOptions& options) {
  std::vector<std::string> tags;
  for (const auto& text : options.train) {
    const bool is_new = std::find(tags.begin(), tags.end(), text.tag) == tags.end();
    if (!text.tag.empty() && is_new) tags.push_back(text.tag);
  }
  return tags;
}

std::string Examples::where(size_t example) const {
  const auto after =
      std::upper_bound(texts_.begin(), texts_.end(), example,
                       [](size_t value, const Text& text) { return value < text.first_example; });
  return str(std::prev(after)->name, ":", lines_[example]);
}

void Examples::begin_text(std::string name) { texts_.push_back({std::move(name), size()}); }

void Examples::add(std::span<const int64_t> source, std::span<const int64_t> target, double weight,
                   int64_t line) {
  const auto append = [](Side& side, std::span<const int64_t> ids) {
    side.tokens.insert(side.tokens.end(), ids.begin(), ids.end());
    side.begins.push_back(side.tokens.size());
  };
  append(source_, source);
  append(target_, target);
  weights_.push_back(weight);
  lines_.push_back(line);
}

Examples training_examples(const config::DataOptions& options,
                           const text::TokenizerPair& tokenizers, CleaningReport& report) {
  Examples examples;
  Cleaning cleaning(options);
  for (size_t number = 0; number < options.train.size(); ++number) {
    const auto& text = options.train[number];
    const auto tag = tag_id(text, number, tokenizers.source());
    examples.begin_text(name_of(text));
    ParallelReader reader(text);
    for (LinePair pair; reader.next(pair);) {
      if (!cleaning.keeps(pair)) continue;
      auto source = tokenizers.encode_source(pair.source);
      const auto target = tokenizers.encode_target(pair.target);
      if (tag) source.insert(source.begin(), *tag);
      if (cleaning.keeps(source.size(), target.size()))
        examples.add(source, target, text.weight, reader.line_number());
    }
  }
  report = cleaning.report();
  if (examples.size() == 0) {
    throw Error(report.read == 0
                    ? "the training texts have no lines"
                    : str("nothing to train on: the rules dropped all of\n", report.table()),
                "data.train", "give more text or mend the rules under `data`");
  }
  return examples;
}

Examples all_examples(const std::vector<LinePair>& pairs, const std::string& name,
                      const text::TokenizerPair& tokenizers) {
  Examples examples;
  examples.begin_text(name);
  for (size_t i = 0; i < pairs.size(); ++i) {
    examples.add(tokenizers.encode_source(pairs[i].source),
                 tokenizers.encode_target(pairs[i].target), 1.0, static_cast<int64_t>(i) + 1);
  }
  return examples;
}

TrainingLines training_lines(const config::DataOptions& options) {
  TrainingLines lines;
  Cleaning cleaning(options);
  const auto how = text::preprocess_named(options.preprocess);
  for (const auto& text : options.train) {
    ParallelReader reader(text);
    for (LinePair pair; reader.next(pair);) {
      if (!cleaning.keeps(pair)) continue;
      lines.source.push_back(text::preprocess(pair.source, how));
      lines.target.push_back(text::preprocess(pair.target, how));
    }
  }
  return lines;
}

}  // namespace regard::corpus
