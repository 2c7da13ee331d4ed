#include "store/model_directory.h"

#include "base/regular_file.h"
#include "base/shell_word.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::store {

namespace fs = std::filesystem;

std::string ModelDirectory::config_to_read() const {
  size_of_regular_file(config());
  return config();
}

bool ModelDirectory::holds_model() const { return is_there(config()) && is_there(weights()); }

bool ModelDirectory::has_begun() const {
  return is_there(config()) && !is_there(weights()) && is_folder(path() + "/last");
}

void ModelDirectory::check_holds_model() const {
  if (!is_folder(path_)) {
    throw Error(is_there(path_) ? "is a file, but must be a model" : "there is no such directory",
                path(), "a model is a directory written by regard train, or a file of regard pack");
  }
  if (has_begun()) {
    throw Error("has no model yet: training has not reached its first validation", path(),
                str("go on with it: regard train ", shell_word(config()), " --output ",
                    shell_word(path()), " --resume"));
  }
  for (const fs::path file : {config(), weights()}) {
    if (is_there(file)) continue;
    throw Error(str("is not a model: it has no ", file.filename().string()), path(),
                "a model is config.yaml, model.safetensors and tokenizer.model, or source.model "
                "and target.model, as written by regard train");
  }
}

text::TokenizerPair ModelDirectory::load_tokenizers(text::Preprocess preprocess) const {
  using text::Tokenizer;
  if (is_there(joint_tokenizer())) {
    const auto tokenizer = Tokenizer::load(joint_tokenizer());
    return {tokenizer, tokenizer, preprocess};
  }
  if (!is_there(source_tokenizer()) || !is_there(target_tokenizer())) {
    throw Error("has no tokenizer.model, nor source.model and target.model", path(),
                "name a complete run directory of `regard train`", ExitCode::failure);
  }
  return {Tokenizer::load(source_tokenizer()), Tokenizer::load(target_tokenizer()), preprocess};
}

void ModelDirectory::save_tokenizers(const text::TokenizerPair& tokenizers) const {
  if (tokenizers.joint()) {
    tokenizers.source().save(joint_tokenizer());
    fs::remove(source_tokenizer());
    fs::remove(target_tokenizer());
  } else {
    tokenizers.source().save(source_tokenizer());
    tokenizers.target().save(target_tokenizer());
    fs::remove(joint_tokenizer());
  }
}

std::vector<std::string> ModelDirectory::file_names() {
  const ModelDirectory here("");
  return {here.config(), here.weights(), here.joint_tokenizer(), here.source_tokenizer(),
          here.target_tokenizer()};
}

}  // namespace regard::store
