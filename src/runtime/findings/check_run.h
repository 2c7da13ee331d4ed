#pragma once
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "findings/checks.h"
#include "findings/report.h"

namespace regard::findings {

/// What cleaning does about kinds of findings, by name, other than Kind::action.
using Actions = std::map<std::string, Action, std::less<>>;

/// "train.tsv:12".
std::string place_of(const bitext::Pair& pair, const std::vector<bitext::PairFile>& files);

/// All checks, and what they have found.
class CheckRun {
 public:
  enum class Until {
    end,   ///< each pair is put to all checks
    drop,  ///< to those before the one that drops it; checks whose findings are kept are left out
  };

  /// Keeps the first `examples` of each kind.
  CheckRun(const CheckContext& context, const Actions& actions, Until until, size_t examples = 3);

  struct Verdict {
    const Kind* dropped_by = nullptr;  ///< the first that drops it
    std::string detail;                ///< of that
    bool is_mended = false;
    bool is_whole = true;  ///< no finding ended the checks
  };

  /// Puts pairs, the next ones in order, to the checks, which may mend them: on all threads. The
  /// result does not depend on their number.
  std::vector<Verdict> put(std::span<Subject> subjects, const std::vector<bitext::PairFile>& files);

  std::vector<Finding> take() { return std::move(found_); }

 private:
  struct Hit {
    size_t check;
    std::string detail;
  };
  /// What was found of a pair.
  struct Progress {
    std::vector<Hit> hits = {};
    bool has_ended = false;
  };

  void put_to(size_t first, size_t last, Subject& subject, Progress& progress) const;
  Verdict count(const Subject& subject, Progress& progress,
                const std::vector<bitext::PairFile>& files);

  Until until_;
  size_t most_examples_;
  std::vector<std::unique_ptr<Check>> checks_;
  std::vector<Finding> found_;  // of each check
};

}  // namespace regard::findings
