#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/append_file.h"

namespace regard::train {

/// Writes scalars and texts in TensorBoard's format: TFRecord framing, each record an `Event`
/// protocol buffer. A file is only appended to; a resumed run starts another one in the same
/// directory.
class EventFile {
 public:
  /// Creates `directory`/events.out.tfevents.SECONDS.HOST.PROCESS.0. Throws Error if it cannot be
  /// written.
  explicit EventFile(const std::string& directory);

  /// Throws Error if it cannot be written, as does flush. Slashes in `tag` form groups:
  /// "train/loss".
  void scalar(std::string_view tag, int64_t step, double value);
  /// `markdown` is shown on TensorBoard's page of texts.
  void text(std::string_view tag, int64_t step, std::string_view markdown);
  void flush() { out_.flush(); }

 private:
  void summary(int64_t step, const std::string& entry);
  void record(const std::string& data);

  AppendFile out_;
};

/// CRC-32C (Castagnoli), as TFRecord uses it, before masking.
uint32_t crc32c(std::string_view bytes);

}  // namespace regard::train
