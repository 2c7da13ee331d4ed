#include "cli/options.h"

#include <cstdlib>

#include "base/log.h"
#include "base/process.h"

namespace regard::cli {
namespace {

#ifdef __APPLE__
constexpr const char* kOpener = "open";
bool has_display() { return true; }
#else
constexpr const char* kOpener = "xdg-open";
bool has_display() {
  const auto is_set = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0';
  };
  return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") || is_set("BROWSER");
}
#endif

}  // namespace

void add_open(CLI::App& command, bool& open) {
  command.add_flag("--open", open, "Open the page in the browser, if there is a display.");
}

void open_page(const std::string& path) {
  if (!has_display()) return log_info("cannot open ", path, ": no display is available");
  ChildProcess opener({.command = {"/usr/bin/env", kOpener, path}, .output = "/dev/null"});
  if (opener.wait() != 0) log_warning(kOpener, " could not open ", path);
}

}  // namespace regard::cli
