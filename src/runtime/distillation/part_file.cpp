#include "distillation/part_file.h"

#include <sstream>
#include <utility>

#include "base/atomic_file.h"
#include "regard/base/error.h"
#include "text/line_reader.h"

namespace regard::distillation {

void write_part(const std::string& path, const Part& part) {
  AtomicFile file(path);
  std::string numbers;
  for (const auto& column : kTallyColumns) {
    numbers += (numbers.empty() ? "" : "\t") + std::to_string(part.tally.*column.count);
  }
  file.write(numbers + '\n');
  for (const auto& pair : part.pairs) file.write(pair.line() + '\n');
  file.commit();
}

Tally read_part(const std::string& path, const std::function<void(DistilledPair)>& each) {
  text::LineReader lines(path);
  std::string line;
  Tally tally;
  lines.next(line);
  std::istringstream numbers(line);
  for (const auto& column : kTallyColumns) {
    if (numbers >> tally.*column.count) continue;
    throw Error("must begin with the counts of kept and dropped lines", path,
                "start over with --overwrite", ExitCode::failure);
  }
  while (lines.next(line)) each(pair_of_line(line, lines.where()));
  return tally;
}

}  // namespace regard::distillation
