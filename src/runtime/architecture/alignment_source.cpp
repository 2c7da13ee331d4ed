#include "architecture/alignment_source.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::model {
namespace {

constexpr std::string_view kLastLayer = "last layer", kAllHeads = "all heads", kLayer = "layer ",
                           kHead = "head ", kShifted = ", shifted";

/// Removes `whole`, or `name` and the number after it, from the beginning of the text. Returns
/// false if the text begins with neither.
bool take(std::string_view& text, std::string_view whole, std::string_view name,
          std::optional<int64_t>& number) {
  if (text.starts_with(whole)) {
    text.remove_prefix(whole.size());
    return true;
  }
  if (!text.starts_with(name)) return false;
  text.remove_prefix(name.size());
  int64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || value < 0) return false;
  text.remove_prefix(static_cast<size_t>(read.ptr - text.data()));
  number = value;
  return true;
}

}  // namespace

std::string AlignmentSource::text() const {
  return str(layer ? str(kLayer, *layer) : str(kLastLayer), ", ",
             head ? str(kHead, *head) : str(kAllHeads), shifted ? kShifted : "");
}

AlignmentSource AlignmentSource::parse(const std::string& text, const std::string& file) {
  AlignmentSource source;
  std::string_view rest = text;
  bool is_right = take(rest, kLastLayer, kLayer, source.layer) && rest.starts_with(", ");
  if (is_right) {
    rest.remove_prefix(2);
    is_right = take(rest, kAllHeads, kHead, source.head);
    source.shifted = rest == kShifted;
  }
  if (is_right && (rest.empty() || source.shifted)) return source;
  throw Error(str("its alignment is '", text, "', but must be like '", AlignmentSource().text(),
                  "' or 'layer 1, head 0, shifted'"),
              file, "copy it again: it is damaged", ExitCode::failure);
}

int64_t AlignmentSource::layer_of(int64_t layers, int64_t heads) const {
  if (layer.value_or(0) < layers && head.value_or(0) < heads) return layer.value_or(layers - 1);
  throw Error(str("its alignments are read from ", text(), ", but its decoder has ", layers,
                  " layers with ", heads, " heads"),
              "model.safetensors", "put back the config.yaml that was written with it",
              ExitCode::failure);
}

void shift(std::vector<std::vector<float>>& rows) {
  if (rows.size() < 2) return;
  std::rotate(rows.begin(), rows.begin() + 1, rows.end());
  rows.back() = rows[rows.size() - 2];
}

}  // namespace regard::model
