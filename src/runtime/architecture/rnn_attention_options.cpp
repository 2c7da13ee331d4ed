#include "architecture/rnn_attention_options.h"

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::model {

void check(const RnnAttentionOptions& options) {
  check_tied_sizes(options, readout_size(options),
                   "make embedding_size and hidden_size equal, or use none, or readout: paper");
  if (options.attention == RnnAttentionScore::dot && options.bidirectional) {
    throw Error(
        "is dot, but the states of a bidirectional encoder are twice as long as "
        "the decoder's",
        "model.attention", "use additive or multi_head, or bidirectional: false");
  }
  if (options.encoder == SourceReading::convolutional && options.bidirectional) {
    throw Error("is true, but convolutions read in no direction", "model.bidirectional",
                "leave it out, or use encoder: recurrent");
  }
  if (options.encoder == SourceReading::convolutional && options.embedding_size % 2 != 0) {
    throw Error(str("is ", options.embedding_size, ", but must be even"), "model.embedding_size",
                "half of the positions' numbers are sines, half are cosines");
  }
  if (options.attention == RnnAttentionScore::multi_head &&
      options.hidden_size % options.heads != 0) {
    throw Error(str("is ", options.heads, ", but must divide model.hidden_size (",
                    options.hidden_size, ")"),
                "model.heads", "change one of them");
  }
}

int64_t readout_size(const RnnAttentionOptions& options) {
  return options.readout == Readout::paper ? options.embedding_size : options.hidden_size;
}

}  // namespace regard::model
