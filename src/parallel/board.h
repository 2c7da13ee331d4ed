#pragma once
#include <optional>
#include <string>

namespace regard::parallel {

/// Where the processes of a job leave notes for each other. Each may be called by one thread at a
/// time; both throw where the board cannot be reached.
class Board {
 public:
  virtual ~Board() = default;
  virtual void write(const std::string& name, const std::string& note) = 0;
  virtual std::optional<std::string> read(const std::string& name) = 0;
};

}  // namespace regard::parallel
