#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace regard::translate {

/// Adjacent copied items (text/copied_items.h) that the model does not read, with the marks between
/// them.
struct LeftOut {
  std::string text;
  size_t at = 0;  ///< position in Reading::text, in bytes
  bool space_before = false;
  bool space_after = false;
  bool touches_before = false;  ///< the item touches the end of a word
  bool touches_after = false;   ///< the item touches the beginning of a word
  bool is_paired_tag = false;   ///< a tag such as {b} or [/b] whose partner is in the sentence
};

/// The part of a sentence that the model reads, and the items to insert into its translation.
struct Reading {
  std::string text;
  std::vector<LeftOut> left_out = {};  ///< items in sentence order
  /// Copied items within `text`. A translation must contain each as often as the sentence does.
  std::vector<std::string> items = {};
  bool in_capitals = false;    ///< the sentence is in capitals, but `text` is not
  bool capital_added = false;  ///< `text` begins with a capital that is not in the sentence
  /// The line writes apostrophes as \', as some string catalogs do, but `text` does not.
  bool escapes_apostrophes = false;
};

}  // namespace regard::translate
