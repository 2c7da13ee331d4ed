#pragma once
#include <functional>
#include <string>
#include <vector>

#include "base/output.h"

namespace regard::cli {

using TranslateText =
    std::function<std::vector<std::string>(const std::vector<std::string>& lines)>;

/// Translates what is available of a file of running text, up to a blank line. Lines are handed
/// over with their ends, and so are the parts of their translation.
void translate_running_text(const std::string& input, const TranslateText& translate,
                            OutputFile& output);

}  // namespace regard::cli
