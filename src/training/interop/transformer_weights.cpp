#include "interop/transformer_weights.h"

#include <utility>

#include "architecture/architectures.h"
#include "architecture/registry.h"
#include "config/reader.h"
#include "interop/load_model.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_file.h"
#include "text/tokenizer_pair.h"

namespace regard::interop {

std::map<std::string, torch::Tensor> named_weights(const torch::nn::Module& model) {
  std::map<std::string, torch::Tensor> weights;
  for (const auto& item : model.named_parameters()) weights.emplace(item.key(), item.value());
  return weights;
}

config::Node model_section(const model::TransformerOptions& options) {
  return model::complete_section(model::TransformerRow::kFacts.name, options);
}

std::optional<std::string> other_architecture(const config::Experiment& experiment) {
  const auto name = model::find_architecture(experiment.model).name;
  if (name == "transformer") return std::nullopt;
  return str("model.type is ", name, " instead of transformer");
}

model::TransformerOptions transformer_options(const config::Experiment& experiment) {
  const auto& architecture = model::find_architecture(experiment.model);
  return config::read<model::TransformerOptions>(architecture.complete(experiment.model), "model",
                                                 {"type"});
}

ForeignModel untrained(const config::Node& section, text::TokenizerPair tokenizers,
                       const std::string& file) {
  config::Experiment experiment;
  experiment.model = section;
  experiment.tokenizer.type = tokenizers.source().type();
  experiment.tokenizer.vocab_size = tokenizers.target().size();
  experiment.tokenizer.joint = tokenizers.joint();
  store::check_may_hold(file, experiment, tokenizers);
  auto model = make_model(experiment, tokenizers);
  model->eval();
  return {std::move(experiment), std::move(tokenizers), std::move(model)};
}

torch::Tensor rows_by_id(const torch::Tensor& theirs, const text::VocabularyList& list,
                         const torch::Tensor& missing) {
  auto places = list.places();
  for (auto& place : places) {
    if (place == text::VocabularyList::kNone) place = theirs.size(0);
  }
  return torch::cat({theirs, missing.unsqueeze(0)}).index_select(0, torch::tensor(places));
}

torch::Tensor rows_by_place(const torch::Tensor& ours, const text::VocabularyList& list) {
  return ours.index_select(0, torch::tensor(list.ids()));
}

text::VocabularyList list_of(const text::Tokenizer& tokenizer) {
  if (tokenizer.list()) return *tokenizer.list();
  text::VocabularyList list;
  list.pieces = {tokenizer.piece(text::kEos), tokenizer.piece(text::kUnk)};
  for (int64_t id = text::kEos + 1; id < tokenizer.size(); ++id) {
    list.pieces.push_back(tokenizer.piece(id));
  }
  list.pieces.push_back(tokenizer.piece(text::kPad));
  list.eos = 0;
  list.unk = 1;
  list.pad = static_cast<int64_t>(list.pieces.size()) - 1;
  return list;
}

torch::Tensor tensor_of(const std::map<std::string, torch::Tensor>& tensors,
                        const std::string& name, const std::vector<int64_t>& shape,
                        const std::string& path) {
  const auto found = tensors.find(name);
  if (found == tensors.end()) {
    throw Error(str("has no tensor ", name), path, "use a complete copy", ExitCode::failure);
  }
  if (found->second.sizes() != torch::IntArrayRef(shape)) {
    throw Error(regard::str(name, " has shape ", found->second.sizes(), ", but the config says ",
                            torch::IntArrayRef(shape)),
                path, "restore the weights that were written with the config", ExitCode::failure);
  }
  return found->second.to(torch::kFloat32);
}

std::vector<std::string> beyond_the_paper(const model::TransformerOptions& options) {
  std::vector<std::string> found;
  if (options.norm_input) found.emplace_back("model.norm_input is true");
  if (options.attention != nn::AttentionScore::dot_product) {
    found.push_back("model.attention is " + name_of(options.attention));
  }
  if (options.autoregression != nn::Autoregression::self_attention) {
    found.push_back("model.autoregression is " + name_of(options.autoregression));
  }
  const bool has_widths = (options.d_k != 0 && options.d_k * options.heads != options.d_model) ||
                          (options.d_v != 0 && options.d_v * options.heads != options.d_model);
  if (has_widths) found.emplace_back("model.d_k or d_v is not d_model / heads");
  return found;
}

void refuse(const std::string& format, const std::vector<std::string>& lacking) {
  if (lacking.empty()) return;
  throw Error(str("cannot be written as a model for ", format, ": ", join(lacking)), "model",
              str("train a model that ", format, " supports"));
}

}  // namespace regard::interop
