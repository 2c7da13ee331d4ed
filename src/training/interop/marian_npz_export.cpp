#include <algorithm>
#include <cstring>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/files.h"
#include "interop/foreign_model.h"
#include "interop/marian_npz_names.h"
#include "interop/marian_npz_options.h"
#include "interop/transformer_weights.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/marian_vocabulary.h"
#include "store/model_file.h"
#include "store/numpy_archive.h"
#include "text/tokenizer_pair.h"

namespace regard::interop {
namespace {

namespace fs = std::filesystem;
using store::NumpyArray;
using text::VocabularyList;

constexpr const char* kMarian = "Marian";

/// The vocabulary in Marian's numbering, which has no pad.
VocabularyList list_without_pad(const text::Tokenizer& tokenizer) {
  auto list = list_of(tokenizer);
  if (list.pad == static_cast<int64_t>(list.pieces.size()) - 1) {
    list.pieces.pop_back();
    list.pad = VocabularyList::kNone;
  }
  return list;
}

NumpyArray array_of(const torch::Tensor& tensor) {
  const auto plain = tensor.detach().to(torch::kFloat32).contiguous();
  NumpyArray array;
  array.shape = plain.sizes().vec();
  array.bytes.assign(static_cast<const char*>(plain.data_ptr()), plain.nbytes());
  return array;
}

NumpyArray array_of(const std::string& text) {
  NumpyArray array;
  array.type = store::Dtype::i8;
  array.bytes = text + '\0';  // Marian reads a zero-terminated string
  array.shape = {static_cast<int64_t>(array.bytes.size())};
  return array;
}

/// The weight as Marian stores it: a vector becomes a row, and a matrix is transposed.
torch::Tensor as_marian(const torch::Tensor& weight) {
  return weight.dim() == 1 ? weight.unsqueeze(0) : weight.t();
}

/// The weights under Marian's names.
std::map<std::string, NumpyArray> arrays_of(const ForeignModel& model,
                                            const model::TransformerOptions& options,
                                            const VocabularyList& source,
                                            const VocabularyList& target) {
  const auto weights = named_weights(*model.model);
  std::map<std::string, NumpyArray> arrays;
  MarianNpzOptions layers;
  layers.model = options;
  for (int64_t layer = 1; layer <= options.decoder_layers; ++layer) {
    layers.decoder_layers.push_back(layer);
  }
  for (const auto& names : marian_npz_layers(layers)) {
    const auto found = weights.find(names.ours);
    // Without model.bias, a bias of zeros.
    const auto weight =
        found == weights.end() ? torch::zeros({options.d_model}) : found->second.detach();
    arrays[names.theirs] = array_of(as_marian(weight));
  }
  const auto table = [&](const char* name, const VocabularyList& list) {
    return array_of(rows_by_place(weights.at(name), list));
  };
  const auto ties = options.tied_embeddings;
  const bool is_one = ties == model::TiedEmbeddings::all;
  arrays[is_one ? "Wemb" : "decoder_Wemb"] = table("decoder.embedding.weight", target);
  if (!is_one) arrays["encoder_Wemb"] = table("encoder.embedding.weight", source);
  if (ties == model::TiedEmbeddings::none) {
    arrays["decoder_ff_logit_out_W"] =
        array_of(rows_by_place(weights.at("decoder.dense.weight"), target).t());
  }
  arrays["decoder_ff_logit_out_b"] =
      array_of(rows_by_place(weights.at("decoder.dense.bias"), target).unsqueeze(0));
  return arrays;
}

/// The text of decoder.yml. Marian generates unknown tokens only with allow-unk.
std::string decoder_of(const config::SearchOptions& search, bool one_vocabulary,
                       const std::string& unknown) {
  const bool is_suppressed =
      (' ' + search.suppress + ' ').find(' ' + unknown + ' ') != std::string::npos;
  const std::string source = one_vocabulary ? "vocab.yml" : "vocab.source.yml";
  const std::string target = one_vocabulary ? "vocab.yml" : "vocab.target.yml";
  return str("relative-paths: true\nmodels:\n  - model.npz\nvocabs:\n  - ", source, "\n  - ",
             target, "\nbeam-size: ", search.beam_size, "\nnormalize: ", search.length_penalty,
             "\nmax-length-factor: ", search.max_length_ratio,
             "\nword-penalty: 0\nallow-unk: ", is_suppressed ? "false" : "true", '\n');
}

}  // namespace

std::vector<std::string> beyond_marian_npz(const config::Experiment& experiment) {
  if (const auto other = other_architecture(experiment)) return {*other};
  return beyond_marian_npz(transformer_options(experiment));
}

void export_marian_npz(const std::string& directory, const ForeignModel& model) {
  const torch::NoGradGuard no_grad;
  refuse(kMarian, beyond_marian_npz(model.experiment));
  const auto options = transformer_options(model.experiment);
  const auto weights = named_weights(*model.model);
  if (weights.at("decoder.embedding.weight")[text::kBos].any().item<bool>()) {
    refuse(kMarian, {"the embedding of <s>, from which its decoder starts, is not zero"});
  }
  const fs::path folder(directory);
  store::check_holds_no_model(folder);
  for (const auto* file : {"model.npz", "decoder.yml", "source.spm", "target.spm", "vocab.yml",
                           "vocab.source.yml", "vocab.target.yml"}) {
    store::check_holds_no_model(folder, file);
  }
  const auto source = list_without_pad(model.tokenizers.source());
  const auto target = list_without_pad(model.tokenizers.target());
  auto arrays = arrays_of(model, options, source, target);
  arrays["special:model.yml"] =
      array_of(marian_npz_options(options, static_cast<int64_t>(source.pieces.size()),
                                  static_cast<int64_t>(target.pieces.size())));
  make_folder(folder);
  const bool one = source == target;
  write_marian_vocabulary(folder / (one ? "vocab.yml" : "vocab.source.yml"), source);
  if (!one) write_marian_vocabulary(folder / "vocab.target.yml", target);
  const auto& tokenizers = model.tokenizers;
  write_file_atomically(folder / "source.spm", text::without_list(tokenizers.source().bytes()));
  write_file_atomically(folder / "target.spm", text::without_list(tokenizers.target().bytes()));
  write_file_atomically(
      folder / "decoder.yml",
      decoder_of(model.experiment.search, one, target.pieces[static_cast<size_t>(target.unk)]));
  store::write_numpy_archive(folder / "model.npz", arrays);
}

}  // namespace regard::interop
