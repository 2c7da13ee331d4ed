#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace regard::translate {

/// Copied items (text/copied_items.h) that the model does not read, with the marks between them.
struct LeftOut {
  std::string text;
  size_t at = 0;  ///< the place in Reading::text, in bytes
  bool space_before = false;
  bool space_after = false;
  bool touches_before = false;  ///< the end of a word
  bool touches_after = false;   ///< the beginning of a word
};

/// The part of a sentence that the model reads, and the items to insert into its translation.
struct Reading {
  std::string text;
  std::vector<LeftOut> left_out = {};  ///< in the order of the sentence
  /// Copied items within `text`: a translation must contain each as often.
  std::vector<std::string> items = {};
  bool in_capitals = false;    ///< the sentence is, and `text` is not
  bool capital_added = false;  ///< `text` begins with a capital that the sentence does not have
  /// The line writes \' for an apostrophe, as catalogues of strings do, and `text` does not.
  bool escapes_apostrophes = false;
};

}  // namespace regard::translate
