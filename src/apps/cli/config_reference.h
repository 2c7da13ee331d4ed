#pragma once
#include <string>

namespace regard::cli {

/// All options of a config as Markdown: docs/config.md.
std::string config_reference();

}  // namespace regard::cli
