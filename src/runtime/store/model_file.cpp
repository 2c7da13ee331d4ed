#include "store/model_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/files.h"
#include "math/integers.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::store {
namespace {

constexpr float kLargest = 127.0F;

/// The largest absolute value, or NaN if the row contains one.
float largest_of(std::span<const float> row) {
  float largest = 0.0F;
  for (const float one : row) {
    if (std::isnan(one)) return one;
    largest = std::max(largest, std::abs(one));
  }
  return largest;
}

int8_t rounded(float number) {
  return std::isnan(number) ? int8_t{0} : static_cast<int8_t>(std::nearbyint(number));
}

}  // namespace

RowIntegers row_integers(std::span<const std::byte> matrix, int64_t columns) {
  const auto width = static_cast<size_t>(columns);
  const size_t rows = width == 0 ? 0 : matrix.size() / sizeof(float) / width;
  RowIntegers result{.numbers = std::vector<int8_t>(rows * width),
                     .scales = std::vector<float>(rows)};
  std::vector<float> row(width);
  for (size_t number = 0; number < rows; ++number) {
    std::memcpy(row.data(), matrix.data() + number * width * sizeof(float), width * sizeof(float));
    const float scale = largest_of(row) / kLargest;
    const float divisor = scale == 0.0F ? 1.0F : scale;
    result.scales[number] = scale;
    for (size_t column = 0; column < width; ++column) {
      result.numbers[number * width + column] = rounded(row[column] / divisor);
    }
  }
  return result;
}

void expand(std::span<const std::byte> integers, std::span<const std::byte> scales,
            std::span<std::byte> matrix) {
  const size_t rows = scales.size() / sizeof(float);
  const size_t width = rows == 0 ? 0 : integers.size() / rows;
  std::vector<float> row(width);
  for (size_t number = 0; number < rows; ++number) {
    float scale = 0.0F;
    std::memcpy(&scale, scales.data() + number * sizeof(float), sizeof(float));
    const auto* first = reinterpret_cast<const int8_t*>(integers.data()) + number * width;
    math::expand(first, scale, static_cast<int64_t>(width), row.data());
    std::memcpy(matrix.data() + number * width * sizeof(float), row.data(), width * sizeof(float));
  }
}

namespace {

constexpr const char* kFormat = "regard 1";

[[noreturn]] void fail(const std::string& path, const std::string& what,
                       const std::string& remedy = {}) {
  throw Error(what, path, remedy, ExitCode::failure);
}

ModelMetadata metadata_of(const std::string& path,
                          const std::map<std::string, std::string>& entries) {
  const auto text = [&](const char* key) {
    const auto entry = entries.find(key);
    if (entry == entries.end()) fail(path, str("is not a regard model: it has no ", key));
    return entry->second;
  };
  const auto number = [&](const char* key) {
    const auto value = text(key);
    int64_t result = 0;
    const auto read = std::from_chars(value.data(), value.data() + value.size(), result);
    if (read.ec != std::errc() || read.ptr != value.data() + value.size()) {
      fail(path, str("its ", key, " is '", value, "', but must be a number"));
    }
    return result;
  };
  if (text("format") != kFormat) {
    fail(path, str("has format '", text("format"), "', but this regard reads '", kFormat, "'"),
         "translate with the version of regard that wrote it");
  }
  return {.architecture = text("architecture"),
          .options = text("options"),
          .source_vocab = number("source_vocab"),
          .target_vocab = number("target_vocab"),
          .tokenizer_hash = text("tokenizer_hash"),
          .step = number("step"),
          .score = text("score"),
          .words = entries.contains("words") ? text("words") : "",
          .alignment = entries.contains("alignment")
                           ? std::optional(model::AlignmentSource::parse(text("alignment"), path))
                           : std::nullopt,
          .int8 = entries.contains("weights") && text("weights") == "int8"};
}

std::map<std::string, std::string> entries_of(const ModelMetadata& metadata, Storage storage) {
  std::map<std::string, std::string> entries = {{"format", kFormat},
                                                {"architecture", metadata.architecture},
                                                {"options", metadata.options},
                                                {"source_vocab", str(metadata.source_vocab)},
                                                {"target_vocab", str(metadata.target_vocab)},
                                                {"tokenizer_hash", metadata.tokenizer_hash},
                                                {"step", str(metadata.step)},
                                                {"score", metadata.score}};
  if (!metadata.words.empty()) entries["words"] = metadata.words;
  if (metadata.alignment) entries["alignment"] = metadata.alignment->text();
  if (storage == Storage::int8) entries["weights"] = "int8";
  return entries;
}

std::string scale_of(const std::string& name) { return name + ".scale"; }

/// The weights in a file. Integer matrices with scales appear as the float32 matrices they encode.
std::map<std::string, TensorShape> weights_in(const SafetensorsReader& file, bool int8) {
  std::map<std::string, TensorShape> weights;
  for (const auto& [name, entry] : file.entries()) weights[name] = {entry.type, entry.shape};
  if (!int8) return weights;
  for (const auto& [name, entry] : file.entries()) {
    if (entry.type != Dtype::i8) continue;
    const auto scale = file.entries().find(scale_of(name));
    if (scale == file.entries().end()) fail(file.path(), str("has no scale for ", name));
    if (entry.shape.size() != 2 ||
        scale->second.shape != std::vector<int64_t>({entry.shape[0], 1}) ||
        scale->second.type != Dtype::f32) {
      fail(file.path(), str("the scale of ", name, " must have one number for each of its rows"));
    }
    weights.erase(scale->first);
    weights.at(name).type = Dtype::f32;
  }
  return weights;
}

/// A model's float32 matrices as integers with scales.
ModelWeights as_integers(const ModelWeights& weights) {
  ModelWeights result;
  for (const auto& [name, weight] : weights.shapes) {
    result.shapes[name] = weight;
    if (weight.shape.size() != 2 || weight.type != Dtype::f32) continue;
    result.shapes[name].type = Dtype::i8;
    result.shapes[scale_of(name)] = {Dtype::f32, {weight.shape[0], 1}};
  }
  result.bytes = [&weights, kept = RowIntegers(),
                  of = std::string()](const std::string& name) mutable {
    const bool is_scale = !weights.shapes.contains(name);
    const auto matrix = is_scale ? name.substr(0, name.size() - scale_of("").size()) : name;
    const auto& weight = weights.shapes.at(matrix);
    const auto bytes = weights.bytes(matrix);
    if (weight.shape.size() != 2 || weight.type != Dtype::f32) return bytes;
    if (of != matrix) kept = row_integers(bytes, weight.shape[1]);
    of = matrix;
    return is_scale ? std::as_bytes(std::span(kept.scales))
                    : std::as_bytes(std::span(kept.numbers));
  };
  return result;
}

std::string text_of(const std::vector<int64_t>& shape) { return str("[", join(shape, ", "), "]"); }

constexpr const char* kBelongsElsewhere =
    "put back the weights written with the config, or use the version of regard that wrote them";

}  // namespace

void check_holds_no_model(const std::filesystem::path& directory, const std::string& file) {
  if (!is_there(directory / file)) return;
  throw Error("already contains a model", directory.string(), "name a different directory");
}

void write_model_file(const std::string& path, const ModelWeights& weights,
                      const ModelMetadata& metadata, Storage storage) {
  const auto stored = storage == Storage::int8 ? as_integers(weights) : weights;
  write_safetensors(path, stored.shapes, stored.bytes, entries_of(metadata, storage));
}

ModelFile::ModelFile(const std::string& path)
    : reader_(path),
      metadata_(metadata_of(path, reader_.metadata())),
      weights_(weights_in(reader_, metadata_.int8)) {}

void ModelFile::check_has(const std::string& name, const TensorShape& weight) const {
  const auto found = weights_.find(name);
  if (found == weights_.end()) fail(path(), str("has no tensor ", name), kBelongsElsewhere);
  const auto& [type, shape] = found->second;
  if (shape != weight.shape) {
    fail(path(),
         str(name, " has shape ", text_of(shape), ", but the model's has ", text_of(weight.shape)),
         kBelongsElsewhere);
  }
  if (type == weight.type) return;
  fail(path(), str(name, " holds ", name_of(type), ", but the model's ", name_of(weight.type)),
       kBelongsElsewhere);
}

void ModelFile::fail_with_unknown(const std::string& name) const {
  fail(path(), str("has a tensor that the model lacks: ", name), kBelongsElsewhere);
}

ModelFile::Stored ModelFile::stored(const std::string& name) const {
  const auto type = reader_.entries().at(name).type;
  const bool has_scales = metadata_.int8 && type == Dtype::i8;
  return {.type = type,
          .numbers = reader_.bytes(name),
          .scales = has_scales ? reader_.bytes(scale_of(name)) : std::span<const std::byte>()};
}

void ModelFile::read(const std::string& name, std::span<std::byte> numbers) const {
  const auto weight = stored(name);
  if (weight.scales.empty()) return reader_.read(name, numbers);
  expand(weight.numbers, weight.scales, numbers);
  reader_.file().check_unchanged();
}

ModelMetadata read_model_metadata(const std::string& path) { return ModelFile(path).metadata(); }

void record_alignment(const std::string& path, const model::AlignmentSource& source) {
  const ModelFile checked(path);
  const SafetensorsReader file(path);
  std::map<std::string, TensorShape> shapes;
  for (const auto& [name, entry] : file.entries()) shapes[name] = {entry.type, entry.shape};
  auto metadata = file.metadata();
  metadata["alignment"] = source.text();
  write_safetensors(
      path, shapes, [&](const std::string& name) { return file.bytes(name); }, metadata);
}

model::AlignmentSource alignment_of(const config::Experiment& experiment,
                                    const ModelMetadata& metadata) {
  if (metadata.alignment) return *metadata.alignment;
  // Guided alignment trains the first head of every
  // layer; the last layer's head aligns best.
  if (experiment.training.guided_alignment > 0) return {.head = 0};
  return {};
}

}  // namespace regard::store
