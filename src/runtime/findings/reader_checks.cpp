// Problems that the reader of a file noticed: a line without a second column, a draft, broken
// markup.
#include "base/readable.h"
#include "base/utf8.h"
#include "findings/checks.h"
#include "regard/base/str.h"

namespace regard::findings {
namespace {

using State = bitext::Pair::State;

/// An empty line does not count as a line without a second column.
class OneColumn : public Check {
 public:
  using Check::Check;

  std::optional<std::string> look(Subject& subject) override {
    const auto& pair = subject.pair;
    if (pair.state != State::one_column || trimmed(pair.raw).empty()) return std::nullopt;
    return pair.columns < 2 ? "" : str(counted(pair.columns, "column"));
  }
};

template <State state>
class StateCheck : public Check {
 public:
  using Check::Check;

  std::optional<std::string> look(Subject& subject) override {
    return subject.pair.state == state ? std::optional(subject.pair.note) : std::nullopt;
  }
};

class ColumnCount : public Check {
 public:
  ColumnCount(const Kind& kind, const CheckContext& context)
      : Check(kind), usual_(context.survey.columns) {}

  std::optional<std::string> look(Subject& subject) override {
    auto& pair = subject.pair;
    while (pair.columns > usual_ && pair.more.ends_with('\t')) {  // a trailing tab
      pair.more.pop_back();
      --pair.columns;
    }
    if (pair.columns == usual_) return std::nullopt;
    return str(pair.columns, " columns, others have ", usual_);
  }

 private:
  int64_t usual_;
};

}  // namespace

CheckRow one_column_check() {
  return {{.name = "one-column",
           .meaning = "no second column",
           .advice = "Put a tab between source and target. --columns selects columns other than "
                     "the first two.",
           .ends = true},
          made<OneColumn>};
}

CheckRow alone_check() {
  return {{.name = "alone",
           .meaning = "line beyond the end of the other file",
           .advice = "Look for a lost or broken line: all pairs after it are misaligned.",
           .action = Action::stop,
           .ends = true},
          made<StateCheck<State::alone>>};
}

CheckRow missing_language_check() {
  return {{.name = "missing-language",
           .meaning = "a unit without text in one of the two languages",
           .advice = "--from-language and --to-language select the languages to read.",
           .ends = true},
          made<StateCheck<State::lacks_language>>};
}

CheckRow draft_check() {
  return {{.name = "draft",
           .meaning = "marked as a draft or not yet translated",
           .advice = "Review these in a catalog editor, or leave them out.",
           .ends = true},
          made<StateCheck<State::unfinished>>};
}

CheckRow malformed_check() {
  return {{.name = "malformed",
           .meaning = "markup or a quote does not end",
           .advice = "Correct the file; xmllint --noout FILE shows the place.",
           .ends = true},
          made<StateCheck<State::malformed>>};
}

CheckRow columns_check() {
  return {{.name = "columns",
           .meaning = "more or fewer columns than most lines",
           .advice = "A tab inside the text splits it: replace the tab with a space."},
          made<ColumnCount>};
}

}  // namespace regard::findings
