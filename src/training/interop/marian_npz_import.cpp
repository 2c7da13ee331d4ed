#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>

#include "architecture/architectures.h"
#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "config/yaml_reader.h"
#include "interop/foreign_model.h"
#include "interop/foreign_tensors.h"
#include "interop/marian_files.h"
#include "interop/marian_npz_names.h"
#include "interop/marian_npz_options.h"
#include "interop/marian_rnn_options.h"
#include "interop/marian_rnn_weights.h"
#include "interop/marian_yaml.h"
#include "interop/transformer_weights.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"
#include "store/marian_shortlist.h"
#include "store/marian_vocabulary.h"
#include "text/tokenizer_pair.h"

namespace regard::interop {
namespace {

namespace fs = std::filesystem;
using text::VocabularyList;

/// Name of the options' array in the archive.
constexpr const char* kOptions = "special:model.yml";

/// The options in the archive: text, padded with zeros.
config::Node yaml_of(ForeignTensors& archive) {
  if (!archive.has(kOptions)) {
    archive.fail(str("has no ", kOptions, ", which describes a Marian model"));
  }
  const auto bytes = archive.at(kOptions).contiguous();
  archive.leave_out(kOptions);
  if (bytes.element_size() != 1) archive.fail(str(kOptions, " is not text"));
  std::string text(static_cast<const char*>(bytes.data_ptr()), static_cast<size_t>(bytes.numel()));
  text.resize(std::min(text.find('\0'), text.size()));
  return config::read_yaml(text, str(archive.path(), ": ", kOptions));
}

int64_t size_of(const VocabularyList& list) { return static_cast<int64_t>(list.pieces.size()); }

/// The model in the archive: a Transformer or an RNN.
struct MarianModel {
  config::Node section;
  MarianEmbeddings embeddings;
  /// Sets all weights except embeddings and the output layer.
  std::function<void(ForeignTensors&, const torch::nn::Module&)> set_layers;
};

/// Sets embeddings, output layer and bias. Rows of the special tokens that Marian lacks are zero:
/// its decoder starts from zeros.
class VocabularyWeights {
 public:
  VocabularyWeights(ForeignTensors& archive, const ForeignModel& model,
                    const MarianEmbeddings& embeddings)
      : archive_(archive),
        embeddings_(embeddings),
        weights_(named_weights(*model.model)),
        source_(*model.tokenizers.source().list()),
        target_(*model.tokenizers.target().list()) {}

  void set() {
    const bool is_one = embeddings_.is_one;
    set("decoder.embedding.weight", is_one ? "Wemb" : "decoder_Wemb", target_);
    if (embeddings_.tied != model::TiedEmbeddings::all) {
      set("encoder.embedding.weight", is_one ? "Wemb" : "encoder_Wemb", source_);
    }
    if (embeddings_.tied == model::TiedEmbeddings::none) set_output();
    set_bias();
  }

 private:
  void set(const std::string& ours, const std::string& theirs, const VocabularyList& list) {
    copy(ours, archive_.take(theirs, {size_of(list), embeddings_.size}), list);
  }
  void copy(const std::string& ours, const torch::Tensor& rows, const VocabularyList& list) {
    weights_.at(ours).copy_(rows_by_id(rows, list, torch::zeros({rows.size(1)})));
  }
  /// Sets the output matrix, which older versions of Marian transpose.
  void set_output() {
    const auto name = embeddings_.output + "_W";
    const auto width = embeddings_.size;
    const auto rows = archive_.has(name) ? archive_.take(name, {width, size_of(target_)}).t()
                                         : archive_.take(name + 't', {size_of(target_), width});
    copy("decoder.dense.weight", rows, target_);
  }
  void set_bias() {
    auto& bias = weights_.at("decoder.dense.bias");
    const auto row = embeddings_.has_output_bias
                         ? archive_.take(embeddings_.output + "_b", {1, size_of(target_)})[0]
                         : torch::zeros({size_of(target_)});
    bias.copy_(rows_by_id(row, target_, torch::zeros({})));
    bias[text::kPad] = kNeverBias;
    bias[text::kBos] = kNeverBias;
  }

  ForeignTensors& archive_;
  const MarianEmbeddings& embeddings_;
  std::map<std::string, torch::Tensor> weights_;
  const VocabularyList &source_, &target_;
};

void set_transformer(ForeignTensors& archive, const torch::nn::Module& model,
                     const MarianNpzOptions& options) {
  const auto weights = named_weights(model);
  for (const auto& names : marian_npz_layers(options)) {
    const auto& weight = weights.at(names.ours);
    const bool is_vector = weight.dim() == 1;
    const auto theirs = is_vector
                            ? archive.take(names.theirs, {1, weight.size(0)})[0]
                            : archive.take(names.theirs, {weight.size(1), weight.size(0)}).t();
    weight.copy_(theirs);
  }
}

MarianModel transformer_of(const config::Node& yaml, const std::string& path) {
  const auto options = read_marian_npz_options(yaml, path);
  return {.section = model_section(options.model),
          .embeddings = options.embeddings,
          .set_layers = [options](ForeignTensors& archive, const torch::nn::Module& model) {
            set_transformer(archive, model, options);
          }};
}

MarianModel rnn_of(const config::Node& yaml, const std::string& path) {
  const auto options = read_marian_rnn_options(yaml, path);
  return {.section = model::complete_section(model::ConditionalGruRow::kFacts.name, options.model),
          .embeddings = options.embeddings,
          .set_layers = [options](ForeignTensors& archive, const torch::nn::Module& model) {
            set_marian_rnn(archive, model, options.model);
          }};
}

MarianModel model_of(const config::Node& yaml, const std::string& path) {
  const MarianYaml options(yaml, path);
  const auto type = options.text("type", "");
  if (type == "transformer") return transformer_of(yaml, path);
  if (type == "s2s") return rnn_of(yaml, path);
  options.fail(str("type is '", type, "', but regard imports only 'transformer' and 's2s'"));
}

/// Throws Error if a vocabulary has almost none of the pieces into which its .spm splits text.
void check_shares_pieces(const VocabularyList& vocabulary, const fs::path& spm) {
  constexpr size_t kLeastShare = 20;  // 1/20 of the smaller list; either may be truncated or joint
  auto pieces = vocabulary.pieces, others = read_marian_vocabulary(spm).pieces;
  std::ranges::sort(pieces);
  std::ranges::sort(others);
  std::vector<std::string> common;
  std::ranges::set_intersection(pieces, others, std::back_inserter(common));
  std::erase_if(common, [](const auto& piece) { return piece.starts_with('<'); });  // <unk>, </s>
  if (common.size() * kLeastShare >= std::min(pieces.size(), others.size())) return;
  throw Error(
      str("has ", others.size(), " subwords, of which the vocabulary contains ", common.size()),
      spm.string(), "use the .spm file that was published with the model", ExitCode::failure);
}

/// Throws Error if the options and the embeddings disagree on the sizes of the vocabularies.
void check_vocabulary_sizes(const MarianYaml& options, const ForeignTensors& archive,
                            const MarianEmbeddings& embeddings) {
  const auto sizes = options.numbers("dim-vocabs");
  if (sizes.size() != 2) return;
  const char* const tables[] = {embeddings.is_one ? "Wemb" : "encoder_Wemb",
                                embeddings.is_one ? "Wemb" : "decoder_Wemb"};
  for (size_t side = 0; side < sizes.size(); ++side) {
    if (sizes[side] <= 0 || !archive.has(tables[side])) continue;  // 0: no fixed size
    const auto shape = archive.at(tables[side]).sizes();
    if (shape.empty() || shape.front() == sizes[side]) continue;
    options.fail(str("dim-vocabs has ", sizes[side], ", but ", tables[side], " has ", shape.front(),
                     " vectors"));
  }
}

text::TokenizerPair tokenizers_of(const MarianFiles& files, const ForeignTensors& archive,
                                  const MarianEmbeddings& embeddings) {
  const auto list = [&](const fs::path& path, const char* table) {
    auto list = read_marian_vocabulary(path);
    const auto* const name = embeddings.is_one ? "Wemb" : table;
    const auto rows = archive.has(name) ? archive.at(name).sizes() : torch::IntArrayRef();
    const auto count = rows.empty() ? size_of(list) : rows.front();
    // Marian truncates a vocabulary to the size that the model was trained with (--dim-vocabs).
    if (count < size_of(list)) {
      log_warning(path.filename().string(), ": has ", size_of(list),
                  " subwords, but the model has ", count,
                  " vectors: the remaining subwords are left out, as in Marian");
      list.pieces.resize(static_cast<size_t>(std::max<int64_t>(count, 0)));
    }
    text::check(list, path);
    return list;
  };
  const auto load = [&](const fs::path& spm, const VocabularyList& pieces) {
    check_shares_pieces(pieces, spm);
    return text::Tokenizer::with_list(read_file(spm, limits::kTokenizerBytes), pieces, spm);
  };
  const auto source = list(files.source_vocabulary, "encoder_Wemb");
  const auto target = list(files.target_vocabulary, "decoder_Wemb");
  if (embeddings.is_one && source != target) {
    archive.fail(str("has one embedding for both languages, but ",
                     files.source_vocabulary.filename().string(), " and ",
                     files.target_vocabulary.filename().string(), " differ"));
  }
  return {load(files.source_spm, source), load(files.target_spm, target), text::Preprocess::none};
}

}  // namespace

ForeignModel import_marian_npz(const std::string& path) {
  const bool is_one = !is_folder(path);
  const auto folder = is_one ? fs::absolute(path).parent_path() : fs::path(path);
  const auto files = find_marian_files(folder, is_one ? fs::path(path) : fs::path());
  auto archive = files.model.extension() == ".npz" ? ForeignTensors::of_numpy_archive(files.model)
                                                   : ForeignTensors::of_marian_binary(files.model);
  archive.leave_out("_QuantMultA");  // scales for activations; the model computes in float32
  const auto yaml = yaml_of(archive);
  const auto theirs = model_of(yaml, files.model);
  check_vocabulary_sizes({yaml, files.model}, archive, theirs.embeddings);
  auto model = untrained(theirs.section, tokenizers_of(files, archive, theirs.embeddings),
                         files.model.string());
  auto& data = model.experiment.data;
  data.source_language = marian_language(folder, "source", data.source_language);
  data.target_language = marian_language(folder, "target", data.target_language);
  constexpr int64_t kLongest = 512;  // as in transformers; the archive has no limit
  data.max_length = kLongest;
  auto& search = model.experiment.search;
  const auto& target = *model.tokenizers.target().list();
  search.suppress = target.pieces[static_cast<size_t>(target.unk)];
  constexpr double kMarianFactor = 3;  // max-length-factor, unless decoder.yml sets another
  search.max_length_ratio = kMarianFactor;
  search.max_length_extra = 0;
  if (!files.decoder.empty()) read_marian_decoder(files.decoder, search);
  const torch::NoGradGuard no_grad;
  theirs.set_layers(archive, *model.model);
  VocabularyWeights(archive, model, theirs.embeddings).set();
  archive.check_all_taken();
  if (!files.shortlist.empty()) {
    model.shortlist = read_marian_shortlist(files.shortlist, model.tokenizers,
                                            files.source_vocabulary == files.target_vocabulary
                                                ? VocabularyFiles::one
                                                : VocabularyFiles::two);
  }
  return model;
}

}  // namespace regard::interop
