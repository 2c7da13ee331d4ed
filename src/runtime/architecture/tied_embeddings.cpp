#include "architecture/tied_embeddings.h"

#include "regard/base/error.h"

namespace regard::model {

void check_tied_vocabularies(TiedEmbeddings tied, int64_t source_vocab, int64_t target_vocab,
                             bool shared_vocab) {
  if (tied != TiedEmbeddings::all || (shared_vocab && source_vocab == target_vocab)) return;
  throw Error("is all, but source and target have vocabularies of their own",
              "model.tied_embeddings",
              "use target, or train one tokenizer for both (tokenizer.joint: true)");
}

}  // namespace regard::model
