#include "diagrams/parts.h"

#include "base/readable.h"
#include "nn/linear.h"
#include "regard/base/str.h"

namespace regard::diagrams {

std::string steps_shape(const std::string& axis, int64_t size) {
  return str('(', axis, ", batch, ", size, ')');
}

const nn::RecurrentOptions& recurrent_options_of(const Subject& recurrent) {
  return recurrent.as<nn::RecurrentImpl>().options();
}

namespace {

int64_t state_size(const Subject& recurrent) {
  return recurrent_options_of(recurrent).hidden_size *
         (recurrent_options_of(recurrent).bidirectional ? 2 : 1);
}

}  // namespace

Part embedding_part(const Subject& owner) {
  Part part{.title = "embedding", .equation = "E[token]", .style = style::kEmbedding};
  if (!owner.has("embedding")) {
    part.title = "embedding, shared with the decoder";
    return part;
  }
  part.shape = steps_shape(owner.axis(), owner.size_of("embedding.weight", 1));
  return owner.child("embedding").as_part(part);
}

Part recurrent_part(const Subject& recurrent, const std::string& equation) {
  const auto layers = recurrent_options_of(recurrent).layers;
  return recurrent.as_part(
      {.title = counted(layers, "recurrent layer") +
                (recurrent_options_of(recurrent).bidirectional ? " in both directions" : ""),
       .equation = equation,
       .shape = steps_shape(recurrent.axis(), state_size(recurrent)),
       .style = style::kRecurrent});
}

Part output_part(const Subject& output, const std::string& equation) {
  const auto& weight = output.as<nn::OutputLayerImpl>().weight;
  const bool is_tied = !output.module->named_parameters(false).contains("weight");
  return output.as_part({.title = is_tied ? "output layer, its W the embedding" : "output layer",
                         .equation = equation,
                         .shape = shape(output.axis(), weight.size(0)),
                         .style = style::kLinear});
}

void add_softmax(Column& column, const Subject& output) {
  const auto& weight = output.as<nn::OutputLayerImpl>().weight;
  column.add({.title = "softmax",
              .equation = "P(token) = exp(logit) / Σ exp(logit)",
              .shape = shape(output.axis(), weight.size(0)),
              .style = style::kRecurrent});
  column.name("probabilities of the next token");
}

Part bridge_part(const Subject& bridge) {
  const bool maps = bridge.parameters() > 0;
  return bridge.as_part(
      {.title = "bridge",
       .equation = maps ? "s₀ = tanh(W [forward; backward] + b)" : "s₀ = the last state",
       .style = style::kLinear});
}

void add_recurrent_encoder(Column& column, const Subject& encoder) {
  column.name("source tokens (batch, source)");
  column.add(embedding_part(encoder));
  const auto rnn = encoder.child("rnn");
  column.add(recurrent_part(rnn, recurrent_options_of(rnn).bidirectional
                                     ? "hⱼ = [f(xⱼ, hⱼ₋₁); f(xⱼ, hⱼ₊₁)]"
                                     : "hⱼ = f(xⱼ, hⱼ₋₁)"));
}

}  // namespace regard::diagrams
