#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace regard::report {

/// The colours of weights from 0 to 1, fine enough that no step shows, for a page's script.
nlohmann::json heatmap_colours();

/// JSON as the content of a <script type="application/json">: whatever its texts say, it holds no
/// "</script>". Bytes that are not UTF-8 become U+FFFD.
std::string safe_in_script(const nlohmann::json& data);

}  // namespace regard::report
