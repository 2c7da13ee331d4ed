#pragma once
#include <map>
#include <string>
#include <vector>

#include "runs/film.h"
#include "runs/run_log.h"

namespace regard::report {

/// A run as a film shows it.
struct FilmedRun {
  std::string name;
  std::vector<train::Frame> frames;            ///< at least one
  std::map<std::string, train::Curve> curves;  ///< curves of its log: those of validation are shown
};

/// One self-contained HTML file with the films of some runs side by side, at the same step or at
/// the same second of training: a slider over the moments, a button that plays them and a choice of
/// the sentence; for each run its translation, the attention, the losses, and the gradient norms of
/// layers. Needs no network; its own script draws.
std::string film_page(const std::vector<FilmedRun>& runs);

}  // namespace regard::report
