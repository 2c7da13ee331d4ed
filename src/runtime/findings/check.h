#pragma once
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "findings/subject.h"

namespace regard::findings {

/// How cleaning treats a pair with a finding; `stop` ends cleaning with an error.
enum class Action { keep, drop, repair, stop };
constexpr auto names_of(Action) { return std::array{"keep", "drop", "repair", "stop"}; }

/// A kind of finding, with its defaults.
struct Kind {
  std::string_view name;         ///< name in options and files: "near-duplicate"
  std::string_view meaning;      ///< in tables: "repeats a pair except for case, marks and digits"
  std::string_view advice;       ///< advice to the user
  Action action = Action::drop;  ///< default action of cleaning
  bool ends = false;             ///< no further check applies to a pair with this finding
  bool remembers = false;        ///< the findings depend on earlier pairs
  bool in_runs = false;          ///< findings with the same detail come in runs; only one is shown
};

/// Looks for findings of one kind. A check sees each pair once: if it remembers pairs
/// (Kind::remembers), in order; otherwise on several threads at once.
class Check {
 public:
  explicit Check(const Kind& kind) : kind_(kind) {}
  virtual ~Check() = default;
  Check(const Check&) = delete;
  Check& operator=(const Check&) = delete;

  const Kind& kind() const { return kind_; }

  /// Receives the next batch of pairs, in file order, before this check looks at any of them.
  virtual void look_ahead(std::span<Subject> /*subjects*/) {}

  /// A short description of the problem; nothing if the pair is fine. A check with Action::repair
  /// also repairs the pair.
  virtual std::optional<std::string> look(Subject& subject) = 0;

 private:
  Kind kind_;
};

}  // namespace regard::findings
