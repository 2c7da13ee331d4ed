#pragma once
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "findings/subject.h"

namespace regard::findings {

/// What cleaning does to a pair that has a finding.
enum class Action { keep, drop, mend };
constexpr auto names_of(Action) { return std::array{"keep", "drop", "mend"}; }

/// A kind of finding.
struct Kind {
  std::string_view name;         ///< in options and files: "near-duplicate"
  std::string_view meaning;      ///< in tables: "repeats a pair but for case, marks and digits"
  std::string_view advice;       ///< what to do about it
  Action action = Action::drop;  ///< what cleaning does unless told otherwise
  bool ends = false;             ///< no other check can say anything about such a pair
  bool remembers = false;        ///< what it finds depends on earlier pairs
  bool in_runs = false;          ///< pairs with the same detail follow each other: one is shown
};

/// Looks for findings of one kind. A check sees each pair once: one that remembers (Kind) in order,
/// and others on several threads at once.
class Check {
 public:
  explicit Check(const Kind& kind) : kind_(kind) {}
  virtual ~Check() = default;
  Check(const Check&) = delete;
  Check& operator=(const Check&) = delete;

  const Kind& kind() const { return kind_; }

  /// Gets all pairs that are put to the checks at once, as they follow each other in the file,
  /// before any of them is put to this check.
  virtual void look_ahead(std::span<Subject> /*subjects*/) {}

  /// What is wrong with the pair, in a few words; nothing if it is fine. A check that mends
  /// (Action::mend) leaves the pair mended.
  virtual std::optional<std::string> look(Subject& subject) = 0;

 private:
  Kind kind_;
};

}  // namespace regard::findings
