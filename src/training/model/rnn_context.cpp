#include "model/rnn_context.h"

#include "architecture/architectures.h"
#include "model/modules.h"
#include "ops/probe.h"

namespace regard::model {
namespace {

/// Context computed once per sentence.
struct FixedContext {
  torch::Tensor vector;  // (batch, context_size)

  template <class F>
  FixedContext map(const F& f) const {
    return {f(vector)};
  }
};

}  // namespace

RnnContextDecoderImpl::RnnContextDecoderImpl(const RnnOptions& options, int64_t vocab,
                                             int64_t context_size)
    : RnnDecoderParts(options, vocab) {
  add_layers(options, context_size);
  add_output(options, options.hidden_size);
}

RnnDecoderOutput RnnContextDecoderImpl::forward(const torch::Tensor& target,
                                                const torch::Tensor& context,
                                                const ops::RecurrentState& state) {
  const ops::ProbeScope scope("decoder");
  const auto embedded = embed(target);
  const auto repeated = context.expand({target.size(1), -1, -1});
  const auto output = rnn(torch::cat({embedded, repeated}, -1), torch::Tensor(), state);
  return {output.states.transpose(0, 1), {}, output.last};
}

ContextModel::ContextModel(const Options& options, int64_t source_vocab, int64_t target_vocab,
                           bool shared_vocab, int64_t context_size)
    : RnnModel(options), options_(options) {
  check(options);
  check_tied_vocabularies(options.tied_embeddings, source_vocab, target_vocab, shared_vocab);
  decoder = RnnContextDecoder(options, target_vocab, context_size);
  const RnnEncoder reader(options, source_vocab, shared_embedding(options, decoder->embedding));
  assemble(options, reader.ptr(), decoder.ptr());
}

RowTensors ContextModel::read(const torch::Tensor& states, const torch::Tensor& lengths,
                              const ops::RecurrentState& first) {
  return FixedContext{context(states, lengths, first)};
}

RnnDecoderOutput ContextModel::write(const torch::Tensor& target, const RowTensors& context,
                                     const ops::RecurrentState& state, bool /*want_attention*/) {
  return decoder(target, context.as<FixedContext>().vector, state);
}

torch::Tensor RnnContext::context(const torch::Tensor& /*states*/, const torch::Tensor& /*lengths*/,
                                  const ops::RecurrentState& first) {
  return REGARD_OBSERVED("source context", first.back().hidden);
}

std::shared_ptr<Seq2SeqModel> RnnContextRow::make(const Options& options,
                                                  const VocabularySizes& sizes) {
  return std::make_shared<RnnContext>(options, sizes.source, sizes.target, sizes.is_shared);
}

const RnnContext::Options* RnnContextRow::options_of(const Seq2SeqModel& model) {
  return options_if<RnnContext>(model);
}

}  // namespace regard::model
