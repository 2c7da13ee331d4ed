#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "architecture/alignment_source.h"
#include "config/experiment.h"
#include "store/safetensors.h"
#include "text/tokenizer_pair.h"

namespace regard::store {

/// A matrix of 8-bit integers: Storage::int8.
struct RowIntegers {
  std::vector<int8_t> numbers;  ///< (rows, columns)
  std::vector<float> scales;    ///< (rows)
};

/// Quantizes the float32 `matrix` (rows, columns): number / scale, rounded to the nearest integer,
/// ties to even. A row of zeros gets scale 0.
RowIntegers row_integers(std::span<const std::byte> matrix, int64_t columns);

/// Restores the float32 matrix (rows, columns) from its integers and row scales. Neither input
/// needs to be aligned.
void expand(std::span<const std::byte> integers, std::span<const std::byte> scales,
            std::span<std::byte> matrix);

/// The facts that a model file records in addition to the weights.
struct ModelMetadata {
  std::string architecture;  ///< `model.type`
  std::string options;       ///< the config's model section with all values, as YAML
  int64_t source_vocab = 0;  ///< for a language model, both are the size of its vocabulary
  int64_t target_vocab = 0;
  std::string tokenizer_hash;  ///< text::TokenizerPair::hash()
  int64_t step = 0;            ///< training step of the weights
  std::string score;           ///< validation score that selected the weights: "loss 2.314"
  std::string words = {};      ///< text::HalfWords::list() of the training set; empty if unknown
  std::optional<model::AlignmentSource> alignment = {};  ///< if one was chosen
  bool int8 = false;  ///< the file stores matrices as Storage::int8
};

/// The format in which a file stores matrices.
enum class Storage {
  float32,
  /// 8-bit integers, a quarter of the size, with the scale of each row as NAME.scale (rows, 1),
  /// which maps the row's largest number to 127. Other weights stay float32.
  int8,
};

/// Throws Error if the directory already contains a model file: models are never overwritten.
void check_holds_no_model(const std::filesystem::path& directory,
                          const std::string& file = "model.safetensors");

/// The weights of a model by name: their shapes, and a function that returns a weight's data, valid
/// until its next call.
struct ModelWeights {
  std::map<std::string, TensorShape> shapes;
  BytesOf bytes;
};

/// Writes weights to a safetensors file, atomically.
void write_model_file(const std::string& path, const ModelWeights& weights,
                      const ModelMetadata& metadata, Storage storage = Storage::float32);

/// An open model file. Its weights stay the same even if a training run replaces the file.
class ModelFile {
 public:
  /// Throws Error if the file is missing, damaged or not a regard model.
  explicit ModelFile(const std::string& path);

  const std::string& path() const { return reader_.path(); }
  const ModelMetadata& metadata() const { return metadata_; }

  /// The weights. Those stored as integers are listed as float32 matrices.
  const std::map<std::string, TensorShape>& weights() const { return weights_; }

  /// Throws Error naming file and tensor if the file lacks a weight of this name, type and shape.
  void check_has(const std::string& name, const TensorShape& weight) const;
  /// Throws Error naming one extra weight if the file has weights that are not in `names`.
  template <class Names>
  void check_has_only(const Names& names) const {
    for (const auto& [name, weight] : weights_) {
      if (!names.contains(name)) fail_with_unknown(name);
    }
  }

  /// Copies a weight of weights() into `numbers`, which must have its size. Throws the same errors
  /// as SafetensorsReader.
  void read(const std::string& name, std::span<std::byte> numbers) const;

  /// A weight as stored in the memory-mapped file.
  struct Stored {
    Dtype type;  ///< i8: integers with a scale for each row
    std::span<const std::byte> numbers, scales;
  };
  Stored stored(const std::string& name) const;
  const MappedFile& file() const { return reader_.file(); }

 private:
  [[noreturn]] void fail_with_unknown(const std::string& name) const;

  SafetensorsReader reader_;
  ModelMetadata metadata_;
  std::map<std::string, TensorShape> weights_;
};

/// Throws the same errors as ModelFile.
ModelMetadata read_model_metadata(const std::string& path);

/// Records the alignment source in a model file without changing the weights. Throws the same
/// errors as ModelFile.
void record_alignment(const std::string& path, const model::AlignmentSource& source);

/// The alignment source of a model: the one recorded in its file if any, else the head trained with
/// guided alignment (training.guided_alignment), else the mean over the last layer's heads.
model::AlignmentSource alignment_of(const config::Experiment& experiment,
                                    const ModelMetadata& metadata = {});

/// A model directory whose weights have not been read from the open file yet.
struct OpenModel {
  config::Experiment experiment;
  text::TokenizerPair tokenizers;
  ModelFile file;
};

/// Opens a model. Throws Error if a file is missing or damaged, if the files do not belong together
/// (weights of a different architecture, or trained with a different tokenizer), or if the model is
/// for a different task.
OpenModel open_model(const std::string& directory, config::Task task);

/// The config of a model, without opening its weights. Throws the same config errors as open_model.
config::Experiment experiment_of_model(const std::string& directory, config::Task task);

/// The task of the model in a directory. Throws Error if there is no model.
config::Task task_of_model(const std::string& directory);

/// Throws Error naming the file if its weights were trained with a different architecture or
/// different tokenizers.
void check_belongs_together(const std::string& file, const ModelMetadata& metadata,
                            const config::Experiment& experiment,
                            const text::TokenizerPair& tokenizers);

/// Throws Error if `file` is too small for the model: each weight takes at least one byte. Checked
/// before anything is allocated.
void check_may_hold(const std::string& file, const config::Experiment& experiment,
                    const text::TokenizerPair& tokenizers);

}  // namespace regard::store
