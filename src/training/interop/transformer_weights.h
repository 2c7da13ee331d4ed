#pragma once
#include <torch/nn/module.h>
#include <torch/types.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "architecture/transformer_options.h"
#include "config/node.h"
#include "interop/foreign_model.h"
#include "text/vocabulary_list.h"

/// Common parts of the readers and writers of other programs' Transformers.
namespace regard::interop {

/// A bias low enough to exclude a token from any softmax, yet finite, because label smoothing
/// multiplies it in further training.
inline constexpr double kNeverBias = -1e4;

/// PyTorch's epsilon of layer normalization, used if a format or its config does not give one.
inline constexpr double kNormEpsilon = 1e-5;

/// Tolerance for comparing a position table, which may have been stored in float16.
inline constexpr double kPositionTolerance = 2e-3;

/// Every parameter under each of its names: a weight shared by two modules has two names.
std::map<std::string, torch::Tensor> named_weights(const torch::nn::Module& model);

/// The model section with every value written out.
config::Node model_section(const model::TransformerOptions& options);
/// The kind of the experiment's model, as a phrase for `refuse`, unless it is a Transformer.
std::optional<std::string> other_architecture(const config::Experiment& experiment);
/// The options of an experiment's Transformer.
model::TransformerOptions transformer_options(const config::Experiment& experiment);

/// An experiment and an untrained model for this model section and tokenizers. Throws Error if
/// `file`, which holds the weights, is too small for them.
ForeignModel untrained(const config::Node& section, text::TokenizerPair tokenizers,
                       const std::string& file);

/// Rows of a matrix or vector over another program's vocabulary, in the order of regard's ids. A
/// token missing from the list gets the row `missing`.
torch::Tensor rows_by_id(const torch::Tensor& theirs, const text::VocabularyList& list,
                         const torch::Tensor& missing);

/// Rows over regard's ids, reordered to match the list of another program.
torch::Tensor rows_by_place(const torch::Tensor& ours, const text::VocabularyList& list);

/// The list that a tokenizer carries; without one, the pieces as Marian would number them: end of
/// sentence, unknown, all others, and pad at the end.
text::VocabularyList list_of(const text::Tokenizer& tokenizer);

/// A required tensor of this shape, as float32. Throws Error naming `path`.
torch::Tensor tensor_of(const std::map<std::string, torch::Tensor>& tensors,
                        const std::string& name, const std::vector<int64_t>& shape,
                        const std::string& path);

/// Features that no other program's Transformer has, as phrases for `refuse`.
std::vector<std::string> beyond_the_paper(const model::TransformerOptions& options);

/// Throws Error listing everything a format lacks, if anything; `lacking` has phrases such as
/// "model.norm is pre".
void refuse(const std::string& format, const std::vector<std::string>& lacking);

}  // namespace regard::interop
