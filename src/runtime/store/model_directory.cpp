#include "store/model_directory.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "base/atomic_file.h"
#include "base/digest.h"
#include "base/files.h"
#include "base/readable.h"
#include "config/experiment.h"
#include "config/writer.h"
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
    throw Error(is_there(path_) ? "is a file, but not a packed model" : "no such model", path(),
                "name a directory written by regard train, or a file written by regard pack");
  }
  if (has_begun()) {
    throw Error("has no model yet: training has not reached its first validation", path(),
                str("continue it: regard train ", shell_word(config()), " --output ",
                    shell_word(path()), " --resume"));
  }
  for (const fs::path file : {config(), weights()}) {
    if (is_there(file)) continue;
    throw Error(str("is not a model: it has no ", file.filename().string()), path(),
                "name a directory with config.yaml, model.safetensors and tokenizer.model, or "
                "source.model and target.model, as written by regard train");
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

namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMostBytes = 8192;  // maximum size of an origin file

std::string mark_of(const config::DataOptions& data, const std::string& folder,
                    const std::string& key) {
  config::DataOptions named;
  named.train = data.train;
  named.valid = data.valid;
  named.test = data.test;
  return str(hmac_sha256(key, config::to_yaml(named) + folder), '\n', folder,
             folder.empty() ? "" : "\n");
}

/// The training folder recorded in the user's own mark; an empty string if the mark records none.
/// No value if the model does not have this user's mark.
std::optional<std::string> folder_of_training(const ModelDirectory& model,
                                              const config::DataOptions& data) {
  const auto key = user_key();
  if (key.empty() || !is_there(model.origin())) return std::nullopt;
  const auto mark = read_file(model.origin(), kMostBytes);
  const auto end = mark.find('\n');
  auto folder = end == std::string::npos ? std::string() : mark.substr(end + 1);
  if (folder.ends_with('\n')) folder.pop_back();
  if (mark != mark_of(data, folder, key)) return std::nullopt;
  return folder;
}

std::vector<std::string> files_of(const config::ParallelText& text) {
  std::vector<std::string> files;
  for (const auto* file : {&text.source, &text.target, &text.tsv, &text.text}) {
    if (!file->empty()) files.push_back(*file);
  }
  return files;
}

/// Whether a file is in a folder. Follows symlinks.
bool lies_in(const fs::path& file, const fs::path& folder) {
  std::error_code failed;
  const auto inner = fs::canonical(file, failed);
  if (failed) return false;
  const auto outer = fs::canonical(folder, failed);
  if (failed) return false;
  const auto [end, ignored] = std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end());
  return end == outer.end();
}

}  // namespace

void mark_as_own(const ModelDirectory& model, const config::DataOptions& data) {
  const auto key = user_key_or_new();
  if (key.empty()) return;
  std::error_code failed;  // if this fails, the mark names no folder
  write_file_atomically(model.origin(), mark_of(data, fs::current_path(failed).string(), key));
}

bool is_own(const ModelDirectory& model, const config::DataOptions& data) {
  return folder_of_training(model, data).has_value();
}

std::string mark_to_share(const ModelDirectory& model, const config::DataOptions& data) {
  return is_own(model, data) ? mark_of(data, "", user_key()) : "";
}

config::ParallelText located(const config::ParallelText& text, const ModelDirectory& model,
                             const config::DataOptions& data) {
  const auto folder = folder_of_training(model, data).value_or("");
  std::error_code failed;
  if (folder.empty() || fs::current_path(failed) == folder) return text;
  auto found = text;
  for (auto* file : {&found.source, &found.target, &found.tsv, &found.text}) {
    const auto there = fs::path(folder) / *file;
    if (!file->empty() && fs::is_regular_file(there, failed)) *file = there.string();
  }
  return found;
}

bool may_read(const config::ParallelText& text, const ModelDirectory& model,
              const config::DataOptions& data) {
  const auto is_inside = [&](const std::string& file) { return lies_in(file, model.path()); };
  return std::ranges::all_of(files_of(text), is_inside) || is_own(model, data);
}

void check_may_read(const config::ParallelText& text, const ModelDirectory& model,
                    const config::DataOptions& data, const std::string& remedy) {
  if (may_read(text, model, data)) return;
  throw Error(str("names the text ", files_of(text).front(),
                  ", which is not read because you did not train the model"),
              model.config(), str(remedy, ", or --trust if you know this file"));
}

void copy_config(const ModelDirectory& from, const ModelDirectory& to) {
  write_file_atomically(to.config(), read_file(from.config()));
  const auto data = config::load_experiment(to.config_to_read(), {}, config::Use::translation).data;
  if (is_own(from, data)) write_file_atomically(to.origin(), read_file(from.origin()));
}

}  // namespace regard::store
