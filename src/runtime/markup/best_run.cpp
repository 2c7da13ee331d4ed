#include "markup/best_run.h"

namespace regard::serve {

PlaceRange best_run(const std::vector<size_t>& wanted, double gain,
                    const std::function<double(PlaceRange)>& cost) {
  PlaceRange best, run;
  double best_score = 0.0, score = 0.0;
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (i > 0) score -= cost({.begin = wanted[i - 1] + 1, .end = wanted[i]});
    if (i == 0 || score < 0.0) {
      score = 0.0;
      run.begin = wanted[i];
    }
    run.end = wanted[i] + 1;
    score += gain;
    if (score > best_score || (score == best_score && run.size() > best.size())) {
      best = run;
      best_score = score;
    }
  }
  return best;
}

}  // namespace regard::serve
