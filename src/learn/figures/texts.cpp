#include "figures/texts.h"

#include <filesystem>

#include "base/regular_file.h"
#include "regard/base/error.h"
#include "text/line_reader.h"

namespace regard::figures {

std::vector<std::string> project_lines(const std::string& name) {
  const auto path = std::filesystem::path("data") / name;
  if (!is_there(path)) {
    throw Error("is missing, and this figure needs the project's own sentences", path.string(),
                "run regard in the project's folder");
  }
  text::LineReader reader(path.string());
  std::vector<std::string> lines;
  std::string line;
  while (reader.next(line)) lines.push_back(line);
  return lines;
}

}  // namespace regard::figures
