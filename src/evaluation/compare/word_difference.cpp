#include "compare/word_difference.h"

namespace regard::compare {
namespace {

using Kind = DifferencePart::Kind;

/// Builds the parts from left to right. Removed text comes before the text that was added in its
/// place.
class Parts {
 public:
  Parts(std::string_view before, std::string_view after) : before_(before), after_(after) {}

  void remove(std::string_view word) {
    const size_t begin = offset(before_, word);
    if (removed_.empty()) removed_begin_ = begin;
    // Include the white space between the words.
    removed_ = before_.substr(removed_begin_, begin + word.size() - removed_begin_);
  }
  void add(std::string_view word) { added_ += up_to_end_of(word); }
  void keep(std::string_view word) {
    flush();
    append(Kind::same, up_to_end_of(word));
  }
  std::vector<DifferencePart> finish() {
    flush();
    const auto rest = after_.substr(written_);  // trailing white space
    if (!rest.empty()) {
      if (parts_.empty() || parts_.back().kind == Kind::removed) {
        parts_.push_back({Kind::added, std::string(rest)});
      } else {
        parts_.back().text += rest;
      }
    }
    return std::move(parts_);
  }

 private:
  static size_t offset(std::string_view text, std::string_view word) {
    return static_cast<size_t>(word.data() - text.data());
  }
  /// The unwritten part of `after_`, up to the end of `word`.
  std::string_view up_to_end_of(std::string_view word) {
    const size_t begin = written_;
    written_ = offset(after_, word) + word.size();
    return after_.substr(begin, written_ - begin);
  }
  void flush() {
    if (!removed_.empty()) parts_.push_back({Kind::removed, std::string(removed_)});
    if (!added_.empty()) append(Kind::added, added_);
    removed_ = {};
    added_.clear();
  }
  void append(Kind kind, std::string_view text) {
    if (parts_.empty() || parts_.back().kind != kind) parts_.push_back({kind, {}});
    parts_.back().text += text;
  }

  std::string_view before_, after_;
  size_t written_ = 0;  // bytes of `after_` already written
  size_t removed_begin_ = 0;
  std::string_view removed_ = {};
  std::string added_;
  std::vector<DifferencePart> parts_;
};

}  // namespace

std::vector<DifferencePart> word_difference(const SplitLine& before, const SplitLine& after) {
  const auto old_words = before.words, new_words = after.words;
  Parts parts(before.text, after.text);
  size_t i = 0, j = 0;
  const auto change_up_to = [&](size_t old_end, size_t new_end) {
    for (; i < old_end; ++i) parts.remove(old_words[i]);
    for (; j < new_end; ++j) parts.add(new_words[j]);
  };
  for (const auto& [old_at, new_at] : common_subsequence(old_words, new_words)) {
    change_up_to(old_at, new_at);
    parts.keep(new_words[j]);
    ++i;
    ++j;
  }
  change_up_to(old_words.size(), new_words.size());
  return parts.finish();
}

}  // namespace regard::compare
