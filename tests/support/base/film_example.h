#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "pages/film_page.h"

namespace regard::test {

/// A frame that translates "a cat" as `translation`, one word, with weights 0.25 and 0.75.
inline train::Frame film_frame(int64_t step, double seconds, const std::string& translation) {
  return {.step = step,
          .seconds = seconds,
          .loss = 2.5,
          .gradient_norm = 5,
          .layers = {{"encoder", 3}, {"decoder", 4}},
          .sentences = {{.source = "a cat",
                         .reference = "un chat",
                         .translation = translation,
                         .source_words = {"a", "cat"},
                         .target_words = {translation},
                         .attention = {{0.25F, 0.75F}}}}};
}

/// A run with frames after steps 1, 2 and 4, at one second per step.
inline report::FilmedRun slow_run() {
  return {.name = "runs/slow",
          .frames = {film_frame(1, 1, "un"), film_frame(2, 2, "deux"), film_frame(4, 4, "quatre")},
          .curves = {{"valid/loss", {.steps = {2, 4}, .minutes = {1, 2}, .values = {1.5, 1.25}}},
                     {"valid/bleu", {.steps = {4}, .minutes = {2}, .values = {12.5}}}}};
}

/// A run with a quarter of a second per step, and without a frame for step 1.
inline report::FilmedRun fast_run() {
  return {
      .name = "runs/fast",
      .frames = {film_frame(2, 0.5, "two"), film_frame(4, 1, "four"), film_frame(8, 2, "eight")},
      .curves = {}};
}

}  // namespace regard::test
