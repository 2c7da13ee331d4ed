#include "interop/marian_yaml.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::interop {
namespace {

using model::TiedEmbeddings;

/// Options, each with the only value that regard supports in any architecture.
const MarianRequirements kAlwaysRequired = {{"right-left", "false"},
                                            {"ulr", "false"},
                                            {"lemma-dim-emb", "0"},
                                            {"lemma-dependency", ""},
                                            {"factors-combine", "sum"}};

/// Further options that a Marian model may have.
const std::set<std::string, std::less<>> kKnown = {"bert-class-symbol",
                                                   "bert-mask-symbol",
                                                   "bert-masking-fraction",
                                                   "bert-sep-symbol",
                                                   "bert-train-type-embeddings",
                                                   "bert-type-vocab-size",
                                                   "char-highway",
                                                   "char-stride",
                                                   "dec-cell",
                                                   "dec-cell-base-depth",
                                                   "dec-cell-high-depth",
                                                   "dec-depth",
                                                   "dim-emb",
                                                   "dim-rnn",
                                                   "dim-vocabs",
                                                   "enc-cell",
                                                   "enc-cell-depth",
                                                   "enc-depth",
                                                   "enc-type",
                                                   "factors-dim-emb",
                                                   "input-types",
                                                   "layer-normalization",
                                                   "output-omit-bias",
                                                   "separator-symbol",
                                                   "skip",
                                                   "special-vocab",
                                                   "tied-embeddings",
                                                   "tied-embeddings-all",
                                                   "tied-embeddings-src",
                                                   "transformer-aan-activation",
                                                   "transformer-aan-depth",
                                                   "transformer-aan-nogate",
                                                   "transformer-alibi-shift",
                                                   "transformer-alibi-trainable",
                                                   "transformer-attention-mask",
                                                   "transformer-decoder-autoreg",
                                                   "transformer-decoder-dim-ffn",
                                                   "transformer-decoder-ffn-depth",
                                                   "transformer-depth-scaling",
                                                   "transformer-dim-aan",
                                                   "transformer-dim-ffn",
                                                   "transformer-disable-position-embeddings",
                                                   "transformer-ffn-activation",
                                                   "transformer-ffn-depth",
                                                   "transformer-guided-alignment-layer",
                                                   "transformer-heads",
                                                   "transformer-no-affine",
                                                   "transformer-no-bias",
                                                   "transformer-no-projection",
                                                   "transformer-pool",
                                                   "transformer-postprocess",
                                                   "transformer-postprocess-emb",
                                                   "transformer-postprocess-top",
                                                   "transformer-preprocess",
                                                   "transformer-rnn-projection",
                                                   "transformer-tied-layers",
                                                   "transformer-train-position-embeddings",
                                                   "transformer-train-positions",
                                                   "type",
                                                   "ulr-dim-emb",
                                                   "ulr-trainable-transformation",
                                                   "version"};

/// The words for false in YAML 1.1, which Marian's reader accepts.
bool is_off(const std::string& value) {
  const auto word = lower_ascii(value);
  return word == "false" || word == "no" || word == "off" || word == "n";
}

const std::string* value_required(const MarianRequirements& required, const std::string& key) {
  const auto row =
      std::ranges::find(required, key, [](const auto& option) { return option.first; });
  return row == required.end() ? nullptr : &row->second;
}

}  // namespace

std::string MarianYaml::text(std::string_view key, const std::string& otherwise) const {
  const auto* value = yaml_.find(key);
  if (value == nullptr || value->is_nothing()) return otherwise;
  if (!value->is_scalar()) fail(str(key, " is a list or a map"));
  return value->text;
}

int64_t MarianYaml::number(std::string_view key, int64_t otherwise) const {
  return number_of(text(key, str(otherwise)), key);
}

std::vector<int64_t> MarianYaml::numbers(std::string_view key) const {
  std::vector<int64_t> numbers;
  const auto* value = yaml_.find(key);
  if (value == nullptr) return numbers;
  for (const auto& item : value->items) numbers.push_back(number_of(item.text, key));
  return numbers;
}

std::string MarianYaml::operations(std::string_view key, const std::string& otherwise) const {
  auto letters = text(key, otherwise);
  std::erase(letters, 'd');
  return letters;
}

MarianEmbeddings MarianYaml::embeddings(const std::string& output) const {
  const bool all = flag("tied-embeddings-all"), source = flag("tied-embeddings-src");
  const bool target = flag("tied-embeddings");
  auto tied = target ? TiedEmbeddings::target : TiedEmbeddings::none;
  if (all || (target && source)) tied = TiedEmbeddings::all;
  return {.size = number("dim-emb"),
          .tied = tied,
          .is_one = all || source,
          .output = output,
          .has_output_bias = !flag("output-omit-bias")};
}

void MarianYaml::check_keys(const MarianRequirements& required) const {
  for (const auto& entry : yaml_.entries) {
    const auto* needed = value_required(required, entry.key);
    if (needed == nullptr) needed = value_required(kAlwaysRequired, entry.key);
    if (needed != nullptr) {
      auto value = text(entry.key, *needed);
      if (*needed == "false" && is_off(value)) value = *needed;
      if (value != *needed) {
        fail(str(entry.key, " is '", value, "', but regard supports only '", *needed, "'"));
      }
    } else if (!kKnown.contains(entry.key)) {
      fail(str("has the option ", entry.key, ", which regard does not support"));
    }
  }
  if (const auto* types = yaml_.find("input-types"); types != nullptr) {
    for (const auto& type : types->items) {
      if (type.text != "sequence") fail(str("input-types has '", type.text, "'"));
    }
  }
}

void MarianYaml::fail(const std::string& what) const {
  throw Error(what, str(path_, ": special:model.yml"),
              "name a Marian Transformer (--type transformer) whose decoder has self-attention or "
              "an SSRU, or a Marian RNN (--type s2s) with GRU cells",
              ExitCode::failure);
}

int64_t MarianYaml::number_of(const std::string& text, std::string_view key) const {
  int64_t number = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || end.ec != std::errc() || end.ptr != text.data() + text.size()) {
    fail(str(key, " is '", text, "', but must be a number"));
  }
  return number;
}

}  // namespace regard::interop
