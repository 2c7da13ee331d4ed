#include "regard/metrics/score.h"

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::metrics {

void check_same_length(Segments hypotheses, References references) {
  if (references.empty()) throw Error("there is no reference to score against");
  for (const std::vector<std::string>& reference : references) {
    if (reference.size() == hypotheses.size()) continue;
    throw Error(str("there are ", hypotheses.size(), " hypotheses, but ", reference.size(),
                    " lines in reference ", &reference - references.data() + 1),
                {}, "give each hypothesis its line in every reference", ExitCode::failure);
  }
}

}  // namespace regard::metrics
