#include <algorithm>
#include <utility>

#include "bitext/text_lines.h"

namespace regard::bitext {
namespace {

/// Pairs lines with the same number.
class TwoTexts : public PairReader {
 public:
  TwoTexts(std::unique_ptr<TextLines> source, std::unique_ptr<TextLines> target)
      : source_(std::move(source)), target_(std::move(target)) {}

  bool next(Pair& pair) override {
    pair.begin(std::max(source_->number(), target_->number()) + 1);
    const bool has_source = source_->next(pair.source);
    const bool has_target = target_->next(pair.target);
    if (!has_source && !has_target) return false;
    if (has_source != has_target) {
      pair.state = Pair::State::alone;
      pair.file = has_source ? 0 : 1;
      (has_source ? pair.target : pair.source).clear();
    }
    pair.raw.append(pair.source).append(1, '\t').append(pair.target);
    return true;
  }

  std::vector<PairFile> files() const override { return {source_->file(), target_->file()}; }

 private:
  std::unique_ptr<TextLines> source_, target_;
};

/// Lines without translations.
class OneText : public PairReader {
 public:
  explicit OneText(const std::string& path) : lines_(path, "text") {}

  bool next(Pair& pair) override {
    pair.begin(lines_.number() + 1);
    return lines_.next(pair.source);
  }

  std::vector<PairFile> files() const override { return {lines_.file()}; }

 private:
  TextLines lines_;
};

}  // namespace

std::unique_ptr<PairReader> read_two_texts(std::unique_ptr<TextLines> source,
                                           std::unique_ptr<TextLines> target) {
  return std::make_unique<TwoTexts>(std::move(source), std::move(target));
}

std::unique_ptr<PairReader> read_one_text(const std::string& path) {
  return std::make_unique<OneText>(path);
}

std::unique_ptr<PairReader> read_two_texts(const std::string& source, const std::string& target) {
  return read_two_texts(std::make_unique<TextLines>(source, "text"),
                        std::make_unique<TextLines>(target, "text"));
}

}  // namespace regard::bitext
