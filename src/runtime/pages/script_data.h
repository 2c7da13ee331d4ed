#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace regard::report {

/// The colours of weights from 0 to 1 for a page's script, in invisibly small steps.
nlohmann::json heatmap_colours();

/// JSON as the content of a <script type="application/json">, which no text in it can end. Bytes
/// that are not UTF-8 become U+FFFD.
std::string safe_in_script(const nlohmann::json& data);

/// The end of a page: its data, which is safe in a script, what all scripts share, and its own
/// script.
std::string page_end(std::string_view data, std::string_view script);

}  // namespace regard::report
