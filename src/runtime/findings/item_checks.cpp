// Finds numbers and placeholders that only one side has.
#include <algorithm>
#include <iterator>
#include <string_view>

#include "base/utf8.h"
#include "findings/checks.h"
#include "regard/base/str.h"
#include "text/copied_items.h"

namespace regard::findings {
namespace {

/// Items for programs, such as %s, {name} and <b>, that the other text lacks. Code between
/// backquotes may be translated.
std::string lacking(std::string_view text, std::string_view other) {
  constexpr std::string_view kMarks = "%${}<>\\";
  std::string found;
  if (text.find_first_of(kMarks) == std::string_view::npos) return found;
  for (const auto& item : text::copied_items(text)) {
    const auto written = text.substr(item.begin, item.end - item.begin);
    const bool is_sign = written.size() == 1;  // the sign of an amount: 5 %, 5 $
    const bool is_program = !item.is_number && !is_sign && !written.starts_with('`') &&
                            written.find_first_of(kMarks) != std::string_view::npos;
    if (!is_program || other.find(written) != std::string_view::npos) continue;
    found += str(found.empty() ? "" : " ", written);
  }
  return found;
}

class Placeholders : public Check {
 public:
  using Check::Check;

  std::optional<std::string> look(Subject& subject) override {
    const auto missing = lacking(subject.pair.source, subject.pair.target);
    const auto added = lacking(subject.pair.target, subject.pair.source);
    if (missing.empty() && added.empty()) return std::nullopt;
    if (added.empty()) return "without " + missing;
    return missing.empty() ? "with " + added : str("without ", missing, ", with ", added);
  }
};

/// The runs of digits in a text, sorted, since the order of dates and words may differ.
std::vector<std::string_view> runs_of_digits(std::string_view text) {
  std::vector<std::string_view> runs;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && is_ascii_digit(text[end])) ++end;
    if (end > at) runs.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  std::ranges::sort(runs);
  return runs;
}

/// All digits of a text in order, so that 1,000 equals 1000.
std::string digits_of(std::string_view text) {
  std::string digits;
  std::ranges::copy_if(text, std::back_inserter(digits), is_ascii_digit);
  return digits;
}

class Numbers : public Check {
 public:
  using Check::Check;

  std::optional<std::string> look(Subject& subject) override {
    const auto source = runs_of_digits(subject.pair.source),
               target = runs_of_digits(subject.pair.target);
    if (source == target) return std::nullopt;
    if (digits_of(subject.pair.source) == digits_of(subject.pair.target)) return std::nullopt;
    const auto listed = [](const auto& runs) { return runs.empty() ? "none" : join(runs, " "); };
    return str(listed(source), " and ", listed(target));
  }
};

}  // namespace

CheckRow placeholders_check() {
  return {{.name = "placeholders",
           .meaning = "placeholders or tags differ",
           .advice = "Correct the translations: a program fails when it displays them."},
          made<Placeholders>};
}

CheckRow numbers_check() {
  return {{.name = "numbers",
           .meaning = "digits differ",
           .advice = "Check a few of them: 8 p.m. is 20 h, but 1978 is not 1987. --drop numbers "
                     "leaves them out.",
           .action = Action::keep},
          made<Numbers>};
}

}  // namespace regard::findings
