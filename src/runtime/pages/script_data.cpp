#include "pages/script_data.h"

#include <nlohmann/json.hpp>

#include "draw/colours.h"
#include "pages/assets.h"
#include "regard/base/str.h"

namespace regard::report {

using nlohmann::json;

json heatmap_colours() {
  constexpr int steps = 64;
  json list = json::array();
  for (int step = 0; step < steps; ++step) {
    list.push_back(draw::colour_of(step / static_cast<double>(steps - 1)).hex());
  }
  return list;
}

std::string safe_in_script(const json& data) {
  std::string text;
  for (const char letter : data.dump(-1, ' ', false, json::error_handler_t::replace)) {
    if (letter == '<') {
      text += "\\u003c";
    } else {
      text += letter;
    }
  }
  return text;
}

std::string page_end(std::string_view data, std::string_view script) {
  return str("<script type=\"application/json\" id=\"data\">", data, "</script>\n<script>\n",
             assets::kUiScript, script, "</script>\n</body>\n</html>\n");
}

}  // namespace regard::report
