#pragma once
#include <string_view>

namespace regard::text {

/// Whether a line is a time (00:01:02,345 --> 00:01:04,000), possibly with settings after it.
bool is_time_of_subtitles(std::string_view line);

}  // namespace regard::text
