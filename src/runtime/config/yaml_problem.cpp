#include "config/yaml_problem.h"

#include <algorithm>
#include <array>
#include <optional>

#include "regard/base/str.h"

namespace regard::config {
namespace {

constexpr auto kIndent = "indent the keys of a section equally, with spaces";
constexpr auto kQuote = "put a value that holds such a character into quotes";

/// A message of yaml-cpp begins with `message`.
struct Explanation {
  std::string_view message;
  const char* what;
  const char* remedy;
};

constexpr std::array kExplanations = {
    Explanation{"illegal map value", "the colon belongs to no key",
                "indent the keys of a section equally; put a value with ': ' in it into quotes"},
    Explanation{"illegal map key", "there can be no key here", kIndent},
    Explanation{"illegal block entry", "there can be no list item here",
                "indent the items of a list equally, each with '- '"},
    Explanation{"illegal flow end", "this bracket closes nothing", "remove it, or open it before"},
    Explanation{"end of map not found", "the section ends in the middle of a line", kIndent},
    Explanation{"end of map flow not found", "a '{' is not closed", "close it with '}'"},
    Explanation{"end of sequence not found", "the list ends in the middle of a line",
                "indent the items of a list equally, each with '- '"},
    Explanation{"end of sequence flow not found", "a '[' is not closed", "close it with ']'"},
    Explanation{"illegal EOF in scalar", "a quote is not closed", "close it"},
    Explanation{"illegal document indicator in scalar", "a quote is not closed before '---'",
                "close it"},
    Explanation{"illegal character in scalar", "a value cannot begin with this character", kQuote},
    Explanation{"unknown token", "a value cannot begin with this character", kQuote},
    Explanation{"unknown escape character", "there is no such escape in double quotes",
                "write '\\\\' for a backslash, or use single quotes"},
    Explanation{"bad character found while scanning hex",
                "the escape has a wrong hexadecimal digit",
                "use single quotes, which have no escapes"},
    Explanation{"invalid unicode", "the escape names no character", "write the character itself"},
    Explanation{"the referenced anchor is not defined", "this alias (*) names no anchor",
                "define it before with &NAME, or write the value out"},
    Explanation{"alias not found after *", "a '*' here begins an alias, but no name follows",
                kQuote},
    Explanation{"anchor not found after &", "an '&' here begins an anchor, but no name follows",
                kQuote},
    Explanation{"illegal character found while scanning", "an alias or anchor has a wrong name",
                "name it with letters and digits, or put the value into quotes"},
    Explanation{"aliases can't have any content", "an alias (*) cannot have a value of its own",
                "write the value out"},
    Explanation{"cannot assign multiple", "the value has more than one tag, anchor or alias",
                "keep one of them"},
    Explanation{"illegal tab when looking for indentation", "a tab stands in the indentation",
                "indent with spaces"},
};

/// The place of the first tab used as indentation in the lines up to `last`.
std::optional<Place> tab_in_indentation(std::string_view text, const Place& last) {
  for (int line = 1; line <= last.line && !text.empty(); ++line) {
    const auto content = text.substr(0, text.find('\n'));
    const auto tab = content.substr(0, content.find_first_not_of(" \t")).find('\t');
    if (tab != std::string_view::npos) return Place{last.file, line, static_cast<int>(tab) + 1};
    text.remove_prefix(std::min(content.size() + 1, text.size()));
  }
  return std::nullopt;
}

}  // namespace

Error yaml_problem(std::string_view text, const Place& place, std::string_view message) {
  if (const auto tab = tab_in_indentation(text, place)) {
    return Error("not valid YAML: the line is indented with a tab", tab->str(),
                 "indent it with spaces; YAML allows no tabs there");
  }
  for (const auto& row : kExplanations) {
    if (message.starts_with(row.message)) {
      return Error(str("not valid YAML: ", row.what), place.str(), row.remedy);
    }
  }
  return Error("not valid YAML", place.str(), "write it as the examples of docs/config.md");
}

}  // namespace regard::config
