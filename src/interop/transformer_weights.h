#pragma once
#include <torch/nn/module.h>
#include <torch/types.h>

#include <map>
#include <string>
#include <vector>

#include "regard/config/node.h"
#include "regard/interop/foreign_model.h"
#include "regard/model/transformer_options.h"
#include "regard/text/vocabulary_list.h"

/// What readers and writers of other programs' Transformers have in common.
namespace regard::interop {

/// A bias so low that a token has no share in any softmax, yet a number: label smoothing, where
/// such a model is trained on, multiplies it.
inline constexpr double kNeverBias = -1e4;

/// PyTorch's, of layer normalisation, where a format or its config doesn't say.
inline constexpr double kNormEpsilon = 1e-5;

/// Every parameter under each of its names: a weight that two modules share has two.
std::map<std::string, torch::Tensor> named_weights(const torch::nn::Module& model);

/// The model section with every value written out.
config::Node model_section(const model::TransformerOptions& options);
/// The reverse. Throws Error where the experiment is of another architecture; `format` is what the
/// model should become.
model::TransformerOptions transformer_options(const config::Experiment& experiment,
                                              const std::string& format);

/// An experiment and an untrained model for these options and tokenizers.
ForeignModel untrained(const model::TransformerOptions& options, text::TokenizerPair tokenizers);

/// Rows of a matrix or vector over another program's vocabulary, by regard's ids. A token that the
/// list lacks gets the row `missing`.
torch::Tensor rows_by_id(const torch::Tensor& theirs, const text::VocabularyList& list,
                         const torch::Tensor& missing);

/// The reverse: rows over regard's ids, in the order of the list.
torch::Tensor rows_by_place(const torch::Tensor& ours, const text::VocabularyList& list);

/// The list that a tokenizer carries; of one that carries none the pieces as Marian would number
/// them: end of sentence, unknown, all others, and pad at the end.
text::VocabularyList list_of(const text::Tokenizer& tokenizer);

/// A tensor that must be there with this shape, as float32. Throws Error naming `path`.
torch::Tensor tensor_of(const std::map<std::string, torch::Tensor>& tensors,
                        const std::string& name, const std::vector<int64_t>& shape,
                        const std::string& path);

/// Throws Error with all that a format lacks, if it lacks anything; `lacking` are phrases as
/// "model.norm is pre".
void refuse(const std::string& format, const std::vector<std::string>& lacking);

}  // namespace regard::interop
