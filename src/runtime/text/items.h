#pragma once
#include <cstddef>
#include <string_view>
#include <vector>

namespace regard::text {

/// Finds the next occurrence of any of several characters. Each position is examined once, since
/// callers only move forward.
class NextOf {
 public:
  NextOf(std::string_view text, std::string_view characters)
      : text_(text), characters_(characters) {}

  /// Position of the first of these characters at or after `at`; npos if there is none.
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

/// Finds the next occurrence of a string, examining each position once, as NextOf does.
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

/// Finds the closing braces of a text; all pairs are matched once, on first use.
class ClosingBraces {
 public:
  explicit ClosingBraces(std::string_view text) : text_(text) {}

  /// Position of the brace that closes the one at `open`; npos if there is none.
  size_t of(size_t open);

 private:
  std::string_view text_;
  std::vector<size_t> closing_;  // for each byte, position of its closing brace; empty until needed
};

/// Items that programs put into translatable texts: placeholders, tags, escapes, code.
class ProgramItems {
 public:
  explicit ProgramItems(std::string_view text) : text_(text) {}

  /// Size of the item that begins at `at`; 0 if none. `at` must not decrease between calls.
  size_t size_at(size_t at);

 private:
  /// A run of backquotes; the next run of the same length closes it.
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
  size_t entity_size(size_t at);       // &amp;, &&
  size_t code_size(size_t at);         // `code`, ``code``
  size_t shortcode_size(size_t at);    // :smile:, :count, :::note
  Quotes run_of_quotes(size_t begin);

  std::string_view text_;
  ClosingBraces braces_{text_};
  std::vector<Quotes> quotes_;  // empty until needed
  NextText comment_end_{text_, "-->"};
  NextOf parenthesis_{text_, ")"}, space_{text_, " \t\n\r"}, greater_{text_, ">"},
      less_{text_, "<"}, bracket_{text_, "]"};
};

/// Size in bytes of the address at the beginning of `text`, which must be the beginning of a word:
/// a URL, an email address, a domain, a file name, a path, a hashtag or a mention; 0 if none.
size_t address_size(std::string_view text);

/// Size in bytes of the machine-written item at the beginning of `text`, which must be the
/// beginning of a word: a UUID, an IPv6 or MAC address, a version (v1.2.3-rc.1), a Roman numeral,
/// an amount after a currency code (USD 5), keys (Ctrl+C); 0 if none.
size_t machine_size(std::string_view text);

/// Size in bytes of the command-line option at the beginning of `text`, which must follow white
/// space or an opening mark: --flag, --size=3, -x; 0 if none.
size_t option_size(std::string_view text);

/// Size in bytes of the quoted path or URL with spaces, or of the quoted name in an email address,
/// at the beginning of `text`; 0 if none.
size_t quoted_size(std::string_view text);

/// Size in bytes of the parenthesized reference at the beginning of `text`: (Smith, 2019), (1),
/// (*); 0 if none.
size_t reference_size(std::string_view text);

/// Size in bytes of a unit or currency at the beginning of `text` that is the same in English and
/// French, with the space before it: " km", " kWh", " EUR"; 0 if none.
size_t unit_size(std::string_view text);

/// Size in bytes of the number at the beginning of `text`, which must be the beginning of a word.
/// Includes sign, currency, unit and separators: 42, -3.5, 2,200,112, 50%, £5, 10:30, 2026-11-26,
/// 10am; 0 if none.
size_t number_size(std::string_view text);

/// Size in bytes of the word with digits (v2.13.0, A4, COVID-19, mp3) or the identifier (foo_bar,
/// f(), a::b, getName) at the beginning of `text`; 0 if none.
size_t identifier_size(std::string_view text);

/// Size in bytes of the emoji, symbols (stars, arrows, ©), bullets and superscript digits at the
/// beginning of `text`, including emoji modifiers; 0 if none.
size_t symbols_size(std::string_view text);

/// Size in bytes of the emoticon, such as :-), or the word of ASCII symbols at the beginning of
/// `text`, which must follow white space; 0 if none.
size_t emoticon_size(std::string_view text);

/// Size of the list mark at the beginning of `text`: "-", "*", "1.", "2)", "a)"; 0 if none.
size_t list_mark_size(std::string_view text);

/// Markdown and wiki marks next to words: **, *, _, ~~, ==, ^^, ||, ''' around emphasis; [ and
/// ](address "title") or ][name] around a link's words; [[page| and ]] around the words of a wiki
/// link; ![words](address) for an image, [[File:...]]; [name]: address in a link definition, with
/// the quotes around its title; [!NOTE] in a callout.
class MarkdownItems {
 public:
  explicit MarkdownItems(std::string_view text) : text_(text) {}

  /// Size of the mark that begins at `at`; 0 if none. `at` must not decrease between calls.
  size_t size_at(size_t at);
  /// Start of the next emphasis mark after the one that ends at `at`; npos if none.
  size_t next_emphasis(size_t at);

 private:
  struct Mark {
    size_t begin;
    size_t size;
  };

  void find_emphasis();
  size_t definition_size(size_t at);
  size_t link_size(size_t at);
  size_t wiki_link_size(size_t at);
  size_t end_of_address(size_t at);

  std::string_view text_;
  std::vector<Mark> emphasis_;  // marks of all pairs, in order
  bool has_emphasis_ = false;   // whether emphasis_ has been computed
  size_t next_ = 0;             // first mark not before the last requested position
  Mark link_end_{};             // end of the open link
  NextOf bracket_{text_, "]"}, parenthesis_{text_, ")"}, blank_{text_, " \t\r\n"}, bar_{text_, "|"};
};

/// Size in bytes of the delimited name that begins at `begin`: ~name~, %NAME%, ##name##, @name@,
/// ::name::, $$name$$, *|name|*, <<name>>; 0 if none.
size_t enclosed_name_size(std::string_view whole, size_t begin);

/// Size in bytes of the printf conversion with a space flag, "% d", that begins at `begin`; 0 if
/// none. After a number, % is a percent sign: "100 % d'accord".
size_t spaced_conversion_size(std::string_view whole, size_t begin);

/// Size in bytes of the member accesses at the beginning of `text`, which must follow a variable
/// name: ->name, ['key']; 0 if none.
size_t member_size(std::string_view text);

/// Size in bytes of the parenthesized ending that begins at `begin`, after a word, and that is the
/// same in French, as in message(s); 0 if none.
size_t plural_ending_size(std::string_view whole, size_t begin);

}  // namespace regard::text
