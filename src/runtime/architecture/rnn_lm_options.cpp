#include "architecture/rnn_lm_options.h"

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::model {

void check(const RnnLmOptions& options) {
  if (!options.tied) return;
  if (options.input == TokenInput::one_hot) {
    throw Error("is true, but model.input is one_hot, which has no embedding", "model.tied",
                "use input: embedding, or tied: false");
  }
  if (options.embedding_size != options.hidden_size) {
    throw Error(str("is true, but model.embedding_size (", options.embedding_size,
                    ") is not model.hidden_size (", options.hidden_size, ")"),
                "model.tied", "make the two sizes equal, or use tied: false");
  }
}

}  // namespace regard::model
