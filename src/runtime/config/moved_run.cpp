#include "config/moved_run.h"

#include <string>

#include "base/files.h"
#include "base/log.h"

namespace regard::config {

void follow_moved_run(const std::filesystem::path& config, DataOptions& data) {
  const auto folder = std::filesystem::absolute(config).lexically_normal().parent_path();
  const auto texts = folder.filename() == "data" ? folder : folder / "data";
  bool has_moved = false;
  const auto follow = [&](std::string& file) {
    const std::filesystem::path path(file);
    const bool is_of_run = path.is_absolute() && path.parent_path().filename() == "data";
    if (!is_of_run || is_there(path) || !is_there(texts / path.filename())) return;
    file = (texts / path.filename()).string();
    has_moved = true;
  };
  const auto follow_all = [&](ParallelText& text) {
    for (auto* file : {&text.source, &text.target, &text.tsv, &text.text}) follow(*file);
  };
  for (auto& text : data.train) follow_all(text);
  for (auto& text : data.valid) follow_all(text);
  follow_all(data.test);
  if (has_moved) {
    log_info(config.string(), ": the run was moved; using the texts in ", texts.string());
  }
}

}  // namespace regard::config
