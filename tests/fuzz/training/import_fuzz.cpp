// Models of other programs, each a whole folder: Hugging Face MarianMT, CTranslate2 and Marian
// (interop/foreign_model.h).
#include "base/atomic_file.h"
#include "config/writer.h"
#include "fuzz/changed_seeds.h"
#include "fuzz/ctranslate2_layout.h"
#include "fuzz/files_in_one.h"
#include "fuzz/folder_of_files.h"
#include "fuzz/memory_file.h"
#include "fuzz/protobuf_lengths.h"
#include "fuzz/safetensors_layout.h"
#include "fuzz/small_tokenizer.h"
#include "fuzz/target.h"
#include "interop/foreign_model.h"
#include "interop/load_model.h"
#include "interop/transformer_weights.h"
#include "regard/base/limits.h"
#include "store/numpy_archive.h"
#include "support/marian_files.h"
#include "text/tokenizer_pair.h"

using namespace std::string_literals;

namespace regard::fuzz {
namespace {

std::string content_of(const std::string& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    files[entry.path().filename()] = read_file(entry.path());
  }
  return joined(files);
}

interop::ForeignModel small_model(const model::TransformerOptions& options) {
  config::TokenizerOptions of_tokenizer;
  of_tokenizer.type = config::TokenizerType::unigram;
  auto tokenizer = small_tokenizer(of_tokenizer);
  text::TokenizerPair tokenizers(tokenizer, tokenizer, text::Preprocess::none);
  config::Experiment experiment;
  experiment.model = interop::model_section(options);
  auto model = interop::make_model(experiment, tokenizers);
  return {std::move(experiment), std::move(tokenizers), std::move(model)};
}

std::vector<std::string> refused_marian(const std::vector<std::string>& models) {
  const std::string bias = R"("final_logits_bias":)";
  return changed(
      models,
      {{R"("activation_function": "relu")", R"("activation_function": "none")"},
       {R"("model_type": "marian")", R"("model_type": "bart")"},
       {R"("decoder_ffn_dim": 3)", R"("decoder_ffn_dim": 4)"},
       {R"("decoder_start_token_id": 2)", R"("decoder_start_token_id": 3)"},
       {R"("dropout": 0.1)", R"("dropout": 1.5)"},
       {R"("num_beams": 5)", R"("num_beams": 5000)"},
       {R"("max_position_embeddings": 512)", R"("max_position_embeddings": "512")"},
       {R"("tie_word_embeddings": false)",
        R"("share_encoder_decoder_embeddings": false, "tie_word_embeddings": true)"},
       {R"("model.shared.weight":)", R"("model.shared.bias":)"},
       {R"("dtype":"F32","shape":[4]})", R"("dtype":"F32","shape":[5]})"},
       {bias, R"("another":{"dtype":"F32","shape":[1]},)" + bias},
       {bias, R"("model.encoder.embed_positions.weight":{"dtype":"F32","shape":[2,4]},)" + bias},
       {bias, R"("model.encoder.embed_positions.weight":{"dtype":"F32","shape":[0,4]},)" + bias},
       {bias + R"({"data_offsets":[0,92],"dtype":"F32","shape":[1,23]},)", ""},
       {"%% vocab.json\n{", "%% vocab.json\n" + std::string(limits::kJsonDepth + 1, '[')},
       {"%% generation_config.json\n", "%% other.json\n"},
       {"%% tokenizer_config.json\n", "%% target_vocab.json\n"},
       {"%% tokenizer_config.json\n", "%% config.yaml\n"},
       {"%% model.safetensors\n", "%% pytorch_model.bin\n"},
       {"%% model.safetensors\n", "%% model.npz\n"}});
}

/// A Marian folder with weights in the binary format, which the fuzzer can change, and a shortlist.
std::string students_folder(model::TransformerOptions options) {
  options.positions = model::Positions::half_t2t;
  options.norm_epsilon = 1e-6;
  options.autoregression = nn::Autoregression::ssru;
  const auto model = small_model(options);
  {
    const torch::NoGradGuard no_grad;
    interop::named_weights(*model.model).at("decoder.embedding.weight")[text::kBos].zero_();
  }
  const FolderOfFiles folder;
  interop::export_marian_npz(folder.path() + "/model", model);
  auto files = files_in(content_of(folder.path() + "/model"));
  std::vector<test::MarianItem> items;
  const store::NumpyArchive archive(folder.path() + "/model/model.npz");
  for (const auto& name : archive.names()) {
    const auto array = archive.read(name);
    const bool is_text = array.type == store::Dtype::i8;
    items.push_back({name,
                     is_text ? test::kMarianInt8 : test::kMarianFloat32,
                     {array.shape.begin(), array.shape.end()},
                     array.bytes});
  }
  files.erase("model.npz");
  files.erase("decoder.yml");  // it names model.npz
  files["model.bin"] = test::marian_binary(items);
  constexpr int64_t kNotInMarian = 2;  // pad and bos
  const auto pieces = static_cast<size_t>(model.tokenizers.source().size() - kNotInMarian);
  files["lex.bin"] = test::marian_shortlist(3, std::vector<std::vector<uint32_t>>(pieces, {4, 5}));
  return joined(files);
}

std::vector<std::string> refused_students(const std::string& student) {
  auto folders = changed({student}, {{"dec-cell: ssru", "dec-cell: gru "},
                                     {"type: transformer", "type: another_one"},
                                     {"dec-depth: 1", "dec-depth: 9"},
                                     {"special:model.yml", "special:model.yaml"},
                                     {"%% model.bin\n", "%% model.bin.gz\n"},
                                     {"%% source.spm\n", "%% other.spm\n"},
                                     {"decoder_l1_rnn_Wf", "decoder_l1_rnn_Wg"}});
  auto without_list = files_in(student);
  without_list.erase("lex.bin");
  folders.push_back(joined(without_list));
  return folders;
}

/// In model.bin, the name, rank, extents, type and size of a number or table precede it.
std::vector<std::string> refused_ctranslate2(const std::vector<std::string>& models) {
  const auto name = [](const char* text) { return text + "\0"s; };
  const auto with_activation = [&](char activation) {
    const auto one = "\0\1\1\0\0\0"s;
    const auto to = [&](const char* stack) {
      const auto before = name(stack) + one;
      return Change{before + '\0', before + activation};
    };
    const auto of_encoder = changed(models, {to("encoder/activation")});
    return changed(of_encoder, {to("decoder/activation")});
  };
  const auto scale = "\0\0\4\0\0\0\0\0"s;  // precedes the end of the number
  const auto to_three = [&](const char* stack) {
    return Change{name(stack) + scale + "\0@", name(stack) + scale + "@@"};
  };
  const auto positions = name("decoder/position_encodings/encodings");
  auto folders =
      changed(models, {{R"("add_source_eos": true)", R"("add_source_eos": false)"},
                       {name("encoder/activation") + "\0\1\1\0\0\0\0"s,
                        name("encoder/activation") + "\0\1\1\0\0\0\2"s},
                       {name("encoder/layer_0/ffn/layer_norm/beta") + "\1\4"s,
                        name("encoder/layer_0/ffn/layer_norm/beta") + "\1\3"s},
                       {name("self_attention/linear_0/weight") + "\2\x0C"s,
                        name("self_attention/linear_0/weight") + "\2\x06"s},
                       {name("self_attention/linear_0/weight_scale") + "\1\x0C"s,
                        name("self_attention/linear_0/weight_scale") + "\1\x06"s},
                       {name("encoder/position_encodings/encodings") + "\x25\0"s + positions,
                        name("encoder/position_encodings/encodings") + "\x1A\0"s +
                            name("decoder/embeddings/weight"),
                        false},
                       {positions + "\2\0\4\0\0\4\0"s, positions + "\2\4\0\0\0\0\4"s},
                       {"%% source.spm\n", "%% other.spm\n"},
                       {"%% model.bin\n", "%% model.npz\n"},
                       {"%% config.json\n", "%% other.json\n"}});
  for (const char activation : {'\1', '\2', '\3'}) append(folders, with_activation(activation));
  append(folders, changed(changed(models, {to_three("encoder/scale_embeddings")}),
                          {to_three("decoder/scale_embeddings")}));
  return folders;
}

}  // namespace

std::vector<std::string> seeds() {
  model::TransformerOptions options;
  options.d_model = 4;
  options.heads = 2;
  options.ffn_size = 3;
  options.encoder_layers = options.decoder_layers = 1;
  options.positions = model::Positions::half;
  options.max_length = 4;
  options.tied_embeddings = model::TiedEmbeddings::all;
  options.bias = true;
  std::vector<std::string> folders;
  const auto exported = [&](const auto& write) {
    const FolderOfFiles folder;
    write(folder.path() + "/model", small_model(options));
    folders.push_back(content_of(folder.path() + "/model"));
  };
  const auto marian = [](const auto& path, const auto& model) {
    interop::export_marian(path, model);
  };
  const auto ctranslate2 = [](const auto& path, const auto& model) {
    interop::export_ctranslate2(path, model);
  };
  exported(marian);
  exported(ctranslate2);
  options.tied_embeddings = model::TiedEmbeddings::none;
  exported(marian);
  options.norm = nn::Norm::pre;
  options.positions = model::Positions::learned;
  exported(marian);
  exported(ctranslate2);
  exported([](const auto& path, const auto& model) {
    interop::export_ctranslate2(path, model, interop::WeightType::int8);
  });
  std::vector<std::string> of_marian, of_ctranslate2;
  for (const auto& folder : folders) {
    (files_in(folder).contains("model.bin") ? of_ctranslate2 : of_marian).push_back(folder);
  }
  append(folders, refused_marian(of_marian));
  append(folders, refused_ctranslate2(of_ctranslate2));
  options.positions = model::Positions::half;
  options.norm = nn::Norm::post;
  options.tied_embeddings = model::TiedEmbeddings::all;
  const auto student = students_folder(options);
  folders.push_back(student);
  append(folders, refused_students(student));
  return folders;
}

std::string repaired(const std::string& before, std::string after) {
  return with_repaired_files(
      before, after, [](const std::string& name, const std::string& old, std::string content) {
        if (name == "model.safetensors") return with_safetensors_layout(std::move(content));
        const bool is_marians = old.starts_with(std::string("\1\0\0\0\0\0\0\0", 8));
        if (name == "model.bin" && !is_marians) return Ctranslate2Layout::repaired(old, content);
        if (name.ends_with(".spm")) return ProtobufLengths::repaired(old, content);
        return content;
      });
}

void try_input(std::string_view input) {
  static FolderOfFiles folder;
  folder.set_all(files_in(input));
  const auto imported = interop::import_model(folder.path());
  // regard must be able to read the model that `regard import` writes.
  const auto config = config::to_yaml(imported.experiment);
  const MemoryFile file(config);
  try {
    config::load_experiment(file.path(), {}, config::Use::translation);
  } catch (const Error& error) {
    throw std::runtime_error(std::string("an imported config is refused: ") + error.problem());
  }
}

}  // namespace regard::fuzz
