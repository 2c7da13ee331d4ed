#include "corpus/sampler_position.h"

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::corpus {

void check_position(SamplerPosition position, int64_t batches) {
  if (position.batch >= 0 && position.batch < batches) return;
  throw Error(str("the training was at batch ", position.batch, " of epoch ", position.epoch,
                  ", which has ", batches),
              "data.train",
              "continue with the texts and batch sizes that the training started with",
              ExitCode::failure);
}

}  // namespace regard::corpus
