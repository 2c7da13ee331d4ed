#include "cli/conversation.h"

#include <unistd.h>

#include "base/log.h"
#include "base/printable.h"
#include "base/state_folder.h"
#include "cli/prompt.h"
#include "config/experiment.h"
#include "regard/base/str.h"
#include "store/model_directory.h"

namespace regard::cli {
namespace {

class TypedLines : public Blocks {
 public:
  TypedLines(const std::string& language, const std::filesystem::path& history)
      : prompt_(language + "> ", history) {}

  InputLines next() override {
    while (auto line = prompt_.next()) {
      if (line->find_first_not_of(" \t") != std::string::npos) return {.texts = {*line}};
    }
    return {};
  }
  int64_t line_count() const override { return 0; }

 private:
  Prompt prompt_;
};

/// As a prompt can show it: the config may be a stranger's.
std::string short_name(const std::string& language) {
  constexpr size_t kMost = 16;
  return language.size() <= kMost ? printable(language) : "";
}

}  // namespace

bool is_at_terminal() {
  return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1 &&
         ::isatty(STDERR_FILENO) == 1;
}

std::unique_ptr<Blocks> typed_lines(const std::string& model) {
  const auto config = store::ModelDirectory(model).config_to_read();
  const auto data = config::load_experiment(config, {}, config::Use::translation).data;
  const auto source = short_name(data.source_language), target = short_name(data.target_language);
  const auto languages =
      source.empty() || target.empty() ? std::string() : str(" from ", source, " to ", target);
  log_info(printable(model), " translates", languages,
           ". Type a line and press Enter; Ctrl-D ends.");
  const auto state = state_folder();
  return std::make_unique<TypedLines>(source,
                                      state.empty() ? std::filesystem::path() : state / "history");
}

}  // namespace regard::cli
