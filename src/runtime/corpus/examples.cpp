#include "corpus/examples.h"

#include <algorithm>
#include <set>

#include "base/utf8.h"
#include "corpus/cleaning.h"
#include "regard/base/str.h"
#include "text/noise.h"
#include "text/tokenizer_pair.h"

namespace regard::corpus {

const std::string& name_of(const config::ParallelText& text) {
  return text.tsv.empty() ? text.source : text.tsv;
}

std::vector<std::string> tags_of(const config::DataOptions& options) {
  std::vector<std::string> tags;
  for (const auto& text : options.train) {
    const bool is_new = std::find(tags.begin(), tags.end(), text.tag) == tags.end();
    if (!text.tag.empty() && is_new) tags.push_back(text.tag);
  }
  return tags;
}

Examples::Examples(TokenFile file, std::span<const config::ParallelText> texts,
                   const config::MixOptions& mix)
    : file_(std::move(file)) {
  for (size_t i = 0; i < texts.size(); ++i) {
    texts_.push_back({name_of(texts[i]), file_->first_examples().at(i)});
  }
  for (size_t i = 0; i < texts.size(); ++i) {
    const auto pairs = static_cast<int64_t>(end_of_text(i) - texts_[i].first_example);
    mix_.push_back({.name = texts[i].name.empty() ? name_of(texts[i]) : texts[i].name,
                    .pairs = pairs,
                    .weight = texts[i].weight});
  }
  corpus::mix(mix_, mix);
  for (size_t i = 0; i < texts.size(); ++i) texts_[i].weight = mix_[i].copies;
}

std::vector<MixedText> Examples::mixed_texts() const {
  auto texts = mix_;
  for (size_t i = 0; i < texts.size(); ++i) {
    for (size_t example = texts_[i].first_example; example < end_of_text(i); ++example) {
      texts[i].target_tokens += static_cast<int64_t>(target(example).size());
    }
  }
  return texts;
}

const Examples::Text& Examples::text_of(size_t example) const {
  const auto after =
      std::upper_bound(texts_.begin(), texts_.end(), example,
                       [](size_t value, const Text& text) { return value < text.first_example; });
  return *std::prev(after);
}

std::string Examples::where(size_t example) const {
  return str(text_of(example).name, ":", line(example));
}

bool Examples::continues(size_t example) const {
  return example + 1 < size() && line(example + 1) == line(example) + 1 &&
         &text_of(example + 1) == &text_of(example);
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

namespace {

void keep_every_second(std::vector<std::string>& lines) {
  for (size_t i = 1; 2 * i < lines.size(); ++i) lines[i] = std::move(lines[2 * i]);
  lines.resize((lines.size() + 1) / 2);
}

}  // namespace

TrainingLines training_lines(const config::DataOptions& options, size_t most) {
  TrainingLines lines;
  size_t every = 1;
  Cleaning cleaning(options);
  const auto how = options.preprocess;
  for (const auto& text : options.train) {
    ParallelReader reader(text);
    for (LinePair pair; reader.next(pair);) {
      if (!cleaning.keeps(pair)) continue;
      if (lines.pairs++ % every != 0) continue;
      if (lines.source.size() == most) {
        for (auto* side : {&lines.source, &lines.target}) keep_every_second(*side);
        every *= 2;
        if ((lines.pairs - 1) % every != 0) continue;
      }
      lines.source.push_back(text::preprocess(pair.source, how));
      lines.target.push_back(text::preprocess(pair.target, how));
    }
  }
  return lines;
}

void add_capitals(std::vector<std::string>& lines) {
  constexpr size_t kEvery = 20;
  std::set<char32_t> characters;
  for (const auto& line : lines) {
    for (const char32_t character : decode_utf8(line)) characters.insert(character);
  }
  std::string all;
  for (const char32_t character : characters) append_utf8(character, all);
  const size_t count = lines.size();
  for (size_t line = 0; line < count; line += kEvery) {
    lines.push_back(text::in_capitals(lines[line]));
  }
  lines.push_back(text::in_capitals(all));
}

}  // namespace regard::corpus
