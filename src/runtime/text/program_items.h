#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

namespace regard::text {

/// The next of some characters. Each place is looked at once, since callers only move forward.
class NextOf {
 public:
  NextOf(std::string_view text, std::string_view characters)
      : text_(text), characters_(characters) {}

  /// The first at `at` or behind it; npos: there is none.
  size_t from(size_t at) {
    if (searched_ && (place_ >= at || place_ == std::string_view::npos)) return place_;
    searched_ = true;
    return place_ = text_.find_first_of(characters_, at);
  }

 private:
  std::string_view text_;
  std::string_view characters_;
  size_t place_ = 0;
  bool searched_ = false;
};

/// The next occurrence of a text, in the same way.
class NextText {
 public:
  NextText(std::string_view text, std::string_view sought) : text_(text), sought_(sought) {}

  size_t from(size_t at) {
    if (searched_ && (place_ >= at || place_ == std::string_view::npos)) return place_;
    searched_ = true;
    return place_ = text_.find(sought_, at);
  }

 private:
  std::string_view text_;
  std::string_view sought_;
  size_t place_ = 0;
  bool searched_ = false;
};

/// The braces that close others, which are looked for once.
class ClosingBraces {
 public:
  explicit ClosingBraces(std::string_view text) : text_(text) {}

  /// npos: the brace at `open` is not closed.
  size_t of(size_t open);

 private:
  std::string_view text_;
  std::vector<size_t> closing_;  // of each byte; empty until asked for
};

/// Items that programs put into texts for translation: placeholders, tags, escapes, code.
class ProgramItems {
 public:
  explicit ProgramItems(std::string_view text) : text_(text) {}

  /// Bytes of the item that begins at `at`; 0: none does. The places only grow.
  size_t size_at(size_t at);

 private:
  /// A run of backquotes; as many end what it begins.
  struct Quotes {
    size_t begin;
    size_t size;
    size_t next;  ///< start of the next run of the same size
  };

  size_t percent_size(size_t at);      // %s, %1$s, %-5.2f, %(name)s, %1, %%
  size_t dollar_size(size_t at);       // ${x}, $t(...), $(x), $name
  size_t linked_size(size_t at);       // @:key.of, @:(key), @lang('key')
  size_t braces_size(size_t at);       // {name}, {{ x }}, {n, plural, ...}
  size_t tag_size(size_t at);          // <b>, </b>, <br/>, <0>, <%= x %>, <!-- x -->
  size_t brackets_size(size_t at);     // [X6X], [1], [[name]]
  size_t bracket_tag_size(size_t at);  // [b], [/b], [url=x], [caption id="x"]
  size_t escape_size(size_t at);       // \n, \u00e9, \&
  size_t entity_size(size_t at);       // &amp;
  size_t code_size(size_t at);         // `code`, ``code``
  size_t shortcode_size(size_t at);    // :smile:, :count, :::note
  Quotes run_of_quotes(size_t begin);

  std::string_view text_;
  ClosingBraces braces_{text_};
  std::vector<Quotes> quotes_;  // empty until asked for
  NextText comment_end_{text_, "-->"};
  NextOf parenthesis_{text_, ")"}, space_{text_, " \t\n\r"}, greater_{text_, ">"},
      less_{text_, "<"}, bracket_{text_, "]"};
};

}  // namespace regard::text
