#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace regard::report {

/// The colours of weights from 0 to 1 for a page's script, in invisibly small steps.
nlohmann::json heatmap_colours();

/// JSON as the content of a <script type="application/json">, which no text in it can end. Bytes
/// that are not UTF-8 become U+FFFD.
std::string safe_in_script(const nlohmann::json& data);

}  // namespace regard::report
