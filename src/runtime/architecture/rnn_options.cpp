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

}  // namespace regard::model
