#include <cmath>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/files.h"
#include "interop/ctranslate2_variables.h"
#include "interop/foreign_model.h"
#include "interop/transformer_weights.h"
#include "model/transformer_encoder.h"
#include "nn/positional_encoding.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_file.h"
#include "store/vocabulary_files.h"
#include "text/tokenizer_pair.h"

namespace regard::interop {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using text::VocabularyList;

constexpr int64_t kPositions = 1024;  // maximum number of positions in CTranslate2
constexpr const char* kStart = "<s>";

torch::Tensor number(double value, torch::ScalarType type) {
  return torch::full({}, value, torch::dtype(type));
}

class Converter {
 public:
  Converter(const ForeignModel& model, const model::TransformerOptions& options)
      : options_(options), weights_(named_weights(*model.model)) {
    const auto start = weights_.at("decoder.embedding.weight")[text::kBos];
    from_zero_ = !start.any().item<bool>();
    source_ = list(model.tokenizers.source());
    target_ = list(model.tokenizers.target());
  }

  bool from_zero() const { return from_zero_; }
  const VocabularyList& source() const { return source_; }
  const VocabularyList& target() const { return target_; }

  /// The content of model.bin: float32 weights, and variables that describe the structure.
  Ctranslate2File file() const {
    Ctranslate2File file;
    add_description(file);
    add_layers(file);
    add_vocabulary_weights(file);
    add_positions(file);
    return file;
  }

 private:
  /// The vocabulary without pad. It has a start token unless decoding starts from a zero vector.
  VocabularyList list(const text::Tokenizer& tokenizer) const {
    auto list = list_of(tokenizer);
    if (list.pad != VocabularyList::kNone) {
      list.pieces.erase(list.pieces.begin() + list.pad);
      for (auto* place : {&list.unk, &list.bos, &list.eos}) {
        if (*place > list.pad) --*place;
      }
      list.pad = VocabularyList::kNone;
    }
    if (!from_zero_ && list.bos == VocabularyList::kNone) {
      list.bos = static_cast<int64_t>(list.pieces.size());
      list.pieces.emplace_back(kStart);
    }
    return list;
  }

  void add_description(Ctranslate2File& file) const {
    const double activation = forms_of(options_.activation).ctranslate2;
    const double scale =
        options_.scale_embeddings ? std::sqrt(static_cast<double>(options_.d_model)) : 1.0;
    auto& variables = file.variables;
    for (const std::string stack : {"encoder/", "decoder/"}) {
      variables[stack + "num_heads"] = number(static_cast<double>(options_.heads), torch::kInt16);
      variables[stack + "pre_norm"] = number(options_.norm == nn::Norm::pre ? 1 : 0, torch::kInt8);
      variables[stack + "activation"] = number(activation, torch::kInt8);
      variables[stack + "scale_embeddings"] = number(scale, torch::kFloat32);
    }
    variables["encoder/embeddings_merge"] = number(0, torch::kInt8);
    variables["encoder/multi_query_attention"] = number(0, torch::kInt8);
    variables["decoder/alignment_layer"] = number(-1, torch::kInt16);
    variables["decoder/alignment_heads"] = number(1, torch::kInt16);
    variables["decoder/start_from_zero_embedding"] = number(from_zero_ ? 1 : 0, torch::kInt8);
    for (const char* name : {"alibi", "alibi_use_positive_positions", "scale_alibi"}) {
      variables[str("decoder/", name)] = number(0, torch::kInt8);
    }
  }

  void add_layers(Ctranslate2File& file) const {
    const auto names = ctranslate2_names(options_.encoder_layers, options_.decoder_layers,
                                         options_.norm == nn::Norm::pre);
    for (const auto& layer : names.linear) {
      for (const char* part : {"weight", "bias"}) {
        std::vector<torch::Tensor> rows;
        for (const auto& ours : layer.ours) {
          const auto found = weights_.find(str(ours, ".", part));
          if (found != weights_.end()) rows.push_back(found->second.detach());
        }
        if (!rows.empty()) file.variables[str(layer.theirs, "/", part)] = torch::cat(rows);
      }
    }
    for (const auto& norm : names.norms) {
      file.variables[norm.theirs + "/gamma"] = weights_.at(norm.ours + ".weight").detach();
      file.variables[norm.theirs + "/beta"] = weights_.at(norm.ours + ".bias").detach();
    }
  }

  void add_vocabulary_weights(Ctranslate2File& file) const {
    const auto rows = [&](const std::string& name, const VocabularyList& list) {
      return rows_by_place(weights_.at(name).detach(), list);
    };
    file.variables["decoder/embeddings/weight"] = rows("decoder.embedding.weight", target_);
    if (options_.tied_embeddings == model::TiedEmbeddings::all) {
      file.aliases["encoder/embeddings_0/weight"] = "decoder/embeddings/weight";
    } else {
      file.variables["encoder/embeddings_0/weight"] = rows("encoder.embedding.weight", source_);
    }
    if (options_.tied_embeddings == model::TiedEmbeddings::none) {
      file.variables["decoder/projection/weight"] = rows("decoder.dense.weight", target_);
    } else {
      file.aliases["decoder/projection/weight"] = "decoder/embeddings/weight";
    }
    auto bias = rows("decoder.dense.bias", target_);
    if (target_.bos != VocabularyList::kNone) bias[target_.bos] = kNeverBias;
    if (bias.any().item<bool>()) file.variables["decoder/projection/bias"] = bias;
  }

  void add_positions(Ctranslate2File& file) const {
    const std::string name = "position_encodings/encodings";
    if (options_.positions == model::Positions::learned) {
      for (const std::string stack : {"encoder", "decoder"}) {
        file.variables[stack + "/" + name] =
            weights_.at(stack + ".positions.pos_embedding.weight").detach();
      }
      return;
    }
    const auto layout = model::sinusoid_layout(options_.positions);
    file.variables["decoder/" + name] =
        nn::sinusoidal_positions(0, kPositions, options_.d_model, torch::kFloat32, layout);
    file.aliases["encoder/" + name] = "decoder/" + name;
  }

  model::TransformerOptions options_;
  std::map<std::string, torch::Tensor> weights_;
  bool from_zero_ = false;
  VocabularyList source_, target_;
};

/// Quantizes the matrices: each row times its scale gives integers of magnitude up to 127.
void quantize(Ctranslate2File& file) {
  std::vector<std::string> matrices;
  for (const auto& [name, tensor] : file.variables) {
    if (name.ends_with("/weight")) matrices.push_back(name);
  }
  for (const auto& name : matrices) {
    auto largest = file.variables[name].abs().amax(1);
    largest.masked_fill_(largest == 0, 127.0);
    const auto scale = torch::full_like(largest, 127.0) / largest;
    file.variables[name] = (file.variables[name] * scale.unsqueeze(1)).round().to(torch::kInt8);
    file.variables[name + "_scale"] = scale;
  }
}

void round_to_float16(Ctranslate2File& file) {
  for (auto& [name, tensor] : file.variables) {
    if (tensor.scalar_type() == torch::kFloat32 && tensor.dim() > 0) {
      tensor = tensor.to(torch::kFloat16);
    }
  }
}

}  // namespace

std::vector<std::string> beyond_ctranslate2(const config::Experiment& experiment) {
  if (const auto other = other_architecture(experiment)) return {*other};
  return beyond_the_paper(transformer_options(experiment));
}

void export_ctranslate2(const std::string& directory, const ForeignModel& model, WeightType type,
                        SourceEnd source_end) {
  const torch::NoGradGuard no_grad;
  refuse("CTranslate2", beyond_ctranslate2(model.experiment));
  const auto options = transformer_options(model.experiment);
  const fs::path folder(directory);
  store::check_holds_no_model(folder, "model.bin");
  const Converter converter(model, options);
  auto file = converter.file();
  if (type == WeightType::int8) quantize(file);
  if (type == WeightType::float16) round_to_float16(file);

  make_folder(folder);
  const auto& tokenizers = model.tokenizers;
  write_file_atomically(folder / "source.spm", text::without_list(tokenizers.source().bytes()));
  write_file_atomically(folder / "target.spm", text::without_list(tokenizers.target().bytes()));
  const auto& target = converter.target();
  if (converter.source() == target) {
    write_json(folder / "shared_vocabulary.json", target.pieces);
  } else {
    write_json(folder / "source_vocabulary.json", converter.source().pieces);
    write_json(folder / "target_vocabulary.json", target.pieces);
  }
  const auto& end = target.pieces[static_cast<size_t>(target.eos)];
  const ordered_json epsilon =
      options.norm_epsilon == kNormEpsilon ? ordered_json() : ordered_json(options.norm_epsilon);
  write_json(folder / "config.json",
             {{"add_source_bos", false},
              {"add_source_eos", source_end == SourceEnd::by_ctranslate2 || !converter.from_zero()},
              {"bos_token", kStart},
              {"decoder_start_token", converter.from_zero() ? end : std::string(kStart)},
              {"eos_token", end},
              {"layer_norm_epsilon", epsilon},
              {"multi_query_attention", false},
              {"unk_token", target.pieces[static_cast<size_t>(target.unk)]}});
  write_ctranslate2(folder / "model.bin", file);
}

}  // namespace regard::interop
