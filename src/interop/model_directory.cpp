#include "regard/interop/model_directory.h"

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::interop {

namespace fs = std::filesystem;

bool ModelDirectory::holds_model() const { return fs::exists(config()) && fs::exists(weights()); }

void ModelDirectory::check_holds_model() const {
  if (!fs::is_directory(path_)) {
    throw Error("there is no such directory", path(),
                "a model is a directory written by regard train");
  }
  for (const fs::path file : {config(), weights()}) {
    if (fs::exists(file)) continue;
    throw Error(str("is not a model: it has no ", file.filename().string()), path(),
                "a model is config.yaml, model.safetensors and tokenizer.model, or source.model "
                "and target.model, as written by regard train");
  }
}

const std::vector<std::string>& ModelDirectory::file_names() {
  static const std::vector<std::string> names = {"config.yaml", "model.safetensors",
                                                 "tokenizer.model", "source.model", "target.model"};
  return names;
}

}  // namespace regard::interop
