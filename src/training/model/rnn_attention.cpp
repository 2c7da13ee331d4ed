#include "model/rnn_attention.h"

#include "architecture/architectures.h"
#include "model/modules.h"
#include "nn/mask.h"

namespace regard::model {

RnnAttention::RnnAttention(const Options& options, int64_t source_vocab, int64_t target_vocab,
                           bool shared_vocab)
    : RnnModel(options), options_(options) {
  check(options);
  check_tied_vocabularies(options.tied_embeddings, source_vocab, target_vocab, shared_vocab);
  const int64_t memory_size = (options.bidirectional ? 2 : 1) * options.hidden_size;
  decoder = RnnDecoder(options, target_vocab, memory_size);
  assemble(
      options,
      make_source_encoder(options, source_vocab, shared_embedding(options, decoder->embedding)),
      decoder.ptr());
}

RowTensors RnnAttention::read(const torch::Tensor& states, const torch::Tensor& lengths,
                              const ops::RecurrentState& /*first*/) {
  return decoder->project_memory(states, nn::length_mask(lengths, states.size(1)).unsqueeze(1));
}

RnnDecoderOutput RnnAttention::write(const torch::Tensor& target, const RowTensors& context,
                                     const ops::RecurrentState& state, bool want_attention) {
  return decoder(target, context.as<AttendedMemory>(), state, want_attention);
}

std::shared_ptr<Seq2SeqModel> RnnAttentionRow::make(const Options& options,
                                                    const VocabularySizes& sizes) {
  return std::make_shared<RnnAttention>(options, sizes.source, sizes.target, sizes.is_shared);
}

const RnnAttention::Options* RnnAttentionRow::options_of(const Seq2SeqModel& model) {
  return options_if<RnnAttention>(model);
}

}  // namespace regard::model
