#include "architecture/rnn_options.h"

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::model {

void check_tied_sizes(const RnnOptions& options, int64_t size, const std::string& remedy) {
  if (options.tied_embeddings == TiedEmbeddings::none || options.embedding_size == size) return;
  throw Error(
      str("is ", name_of(options.tied_embeddings), ", but model.embedding_size (",
          options.embedding_size, ") is not the size that the output layer reads (", size, ")"),
      "model.tied_embeddings", remedy);
}

void check(const RnnOptions& options) {
  check_tied_sizes(options, options.hidden_size, "make the two sizes equal, or use none");
}

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
    throw Error("is true, but convolutions have no direction", "model.bidirectional",
                "leave it out, or use encoder: recurrent");
  }
  if (options.encoder == SourceReading::convolutional && options.embedding_size % 2 != 0) {
    throw Error(str("is ", options.embedding_size, ", but must be even"), "model.embedding_size",
                "use an even size: half of a position's numbers are sines, half cosines");
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
