#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

#include "text/program_items.h"

namespace regard::text {

/// The marks of Markdown and wikis that stand beside words: **, *, _, ~~, ''' around them, [ and
/// ](address "title") or ][name] around the words of a link, [[page| and ]] around those of a
/// wiki's; and ![words](address) of an image, [[File:...]].
class MarkdownItems {
 public:
  explicit MarkdownItems(std::string_view text) : text_(text) {}

  /// Bytes of the mark that begins at `at`; 0: none does. The places only grow.
  size_t size_at(size_t at);

 private:
  struct Mark {
    size_t begin;
    size_t size;
  };

  void find_emphasis();
  size_t link_size(size_t at);
  size_t wiki_link_size(size_t at);
  size_t end_of_address(size_t at);

  std::string_view text_;
  std::vector<Mark> emphasis_;  // marks of all pairs, in order
  bool has_emphasis_ = false;   // whether they have been looked for
  size_t next_ = 0;             // the first one that is not before what was asked for
  Mark link_end_{};             // end of the open link
  NextOf bracket_{text_, "]"}, parenthesis_{text_, ")"}, blank_{text_, " \t\r\n"}, bar_{text_, "|"};
};

}  // namespace regard::text
