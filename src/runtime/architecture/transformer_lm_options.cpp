#include "architecture/transformer_lm_options.h"

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::model {

void check(const TransformerLmOptions& options) {
  if (options.d_model % 2 != 0) {
    throw Error(str("is ", options.d_model, ", but must be even"), "model.d_model",
                "half of the positions' numbers are sines, half are cosines");
  }
  if (options.d_model % options.heads != 0) {
    throw Error(
        str("is ", options.d_model, ", but must be divisible by model.heads (", options.heads, ")"),
        "model.d_model", str("use a multiple of ", options.heads, ", or other heads"));
  }
}

}  // namespace regard::model
