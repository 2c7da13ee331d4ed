#pragma once
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "findings/checks.h"
#include "findings/report.h"

namespace regard::findings {

/// Cleaning actions that differ from Kind::action, by the name of the kind.
using Actions = std::map<std::string, Action, std::less<>>;

/// The location of a pair: "train.tsv:12".
std::string place_of(const bitext::Pair& pair, const std::vector<bitext::PairFile>& files);

/// Runs all checks and collects their findings.
class CheckRun {
 public:
  enum class Until {
    end,   ///< every check sees the pair
    drop,  ///< checks up to the one that drops the pair; those set to keep are skipped
  };

  /// Stores the first `examples` examples of each kind.
  CheckRun(const CheckContext& context, const Actions& actions, Until until, size_t examples = 3);

  struct Verdict {
    const Kind* dropped_by = nullptr;  ///< the first kind that drops the pair
    std::string detail;                ///< detail of the finding that drops the pair
    bool is_mended = false;
    bool is_whole = true;  ///< no finding ended the checks
  };

  /// Runs the checks on the next pairs, in order, on all threads. Checks may mend the pairs. The
  /// result does not depend on the number of threads.
  std::vector<Verdict> put(std::span<Subject> subjects, const std::vector<bitext::PairFile>& files);

  std::vector<Finding> take() { return std::move(found_); }

 private:
  struct Hit {
    size_t check;
    std::string detail;
  };
  /// The findings for one pair.
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
  std::vector<Finding> found_;  // the finding of each check
};

}  // namespace regard::findings
