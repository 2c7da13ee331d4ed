#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "regard/base/append_file.h"

namespace regard::train {

/// Writes scalars as TensorBoard reads them: records of TFRecord framing, each an `Event` protocol
/// buffer. A file is only ever appended to; a resumed run begins another one in the same directory.
class EventFile {
 public:
  /// Makes `directory`/events.out.tfevents.SECONDS.HOST.PROCESS.0. Throws Error where that can't be
  /// written.
  explicit EventFile(const std::string& directory);

  /// Throws Error where it cannot be written, as flush does. `tag` groups by its slashes:
  /// "train/loss".
  void scalar(std::string_view tag, int64_t step, double value);
  void flush() { out_.flush(); }

 private:
  void record(const std::string& data);

  AppendFile out_;
};

/// CRC-32C (Castagnoli), as TFRecord uses it, before masking.
uint32_t crc32c(std::string_view bytes);

}  // namespace regard::train
