#pragma once
#include <optional>
#include <string>

namespace regard::parallel {

/// Where the processes of a job leave notes for each other. One thread at a time may call each
/// function; all throw if the board cannot be reached.
class Board {
 public:
  virtual ~Board() = default;
  virtual void write(const std::string& name, const std::string& note) = 0;
  virtual std::optional<std::string> read(const std::string& name) = 0;
};

}  // namespace regard::parallel
