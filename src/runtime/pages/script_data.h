#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace regard::report {

/// Colors for weights from 0 to 1, in steps too small to see, for a page's script.
nlohmann::json heatmap_colours();

/// JSON as the content of a <script type="application/json">, escaped so that no string can end the
/// element. Invalid UTF-8 becomes U+FFFD.
std::string safe_in_script(const nlohmann::json& data);

/// The end of a page: its data, already safe in a script, the shared script, and the page's own
/// script.
std::string page_end(std::string_view data, std::string_view script);

}  // namespace regard::report
