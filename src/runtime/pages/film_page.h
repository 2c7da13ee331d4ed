#pragma once
#include <map>
#include <string>
#include <vector>

#include "draw/language.h"
#include "runs/film.h"
#include "runs/run_log.h"

namespace regard::report {

/// A run and the data that its film shows.
struct FilmedRun {
  std::string name;
  std::vector<train::Frame> frames;  ///< at least one
  std::map<std::string, train::Curve>
      curves;  ///< curves of the run's log; only validation curves are shown
};

/// The film and the log of a run directory. Throws Error if the film has no frame.
FilmedRun filmed_run(const std::string& directory);

/// One self-contained HTML file with the films of several runs side by side, at the same step or
/// the same second of training. It has a slider, a play button and a choice of sentence. Each run
/// shows its translation, attention, losses and gradient norms by layer. The page needs no network:
/// its own script does the drawing.
std::string film_page(const std::vector<FilmedRun>& runs,
                      draw::Language language = draw::Language::en);

}  // namespace regard::report
