#include "trainer/bad_batch.h"

#include <algorithm>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/regular_file.h"
#include "regard/base/error.h"
#include "regard/base/join.h"
#include "regard/base/str.h"

namespace regard::train {

std::string places_in_words(std::span<const BatchText> texts) {
  constexpr size_t kMostNamed = 8;
  auto places = join(texts.first(std::min(texts.size(), kMostNamed)), ", ", &BatchText::where);
  if (texts.size() > kMostNamed) places += str(" and ", texts.size() - kMostNamed, " more");
  return places;
}

void fail_not_finite(const std::string& what, int64_t step, std::span<const BatchText> texts,
                     const RunDirectory& directory) {
  std::string lines;
  for (const auto& text : texts) lines += text.where + '\t' + text.text + '\n';
  write_file_atomically(directory.bad_batch(), lines);
  const bool saved = is_there(directory.state());
  throw Error(str(what, " at step ", step, ", in the batch of ", places_in_words(texts)), "",
              str("the batch is in ", directory.bad_batch(),
                  saved ? str(", the last good state in ", directory.state())
                        : std::string("; no state was saved yet"),
                  "; look at these lines, lower training.learning_rate, or raise training.warmup"),
              ExitCode::failure);
}

}  // namespace regard::train
