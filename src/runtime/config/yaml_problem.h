#pragma once
#include <string_view>

#include "config/node.h"
#include "regard/base/error.h"

namespace regard::config {

/// The problem with a text that yaml-cpp rejects at `place` with `message`: in words of its own,
/// which name a tab that indents a line, because yaml-cpp only meets its consequences.
Error yaml_problem(std::string_view text, const Place& place, std::string_view message);

}  // namespace regard::config
