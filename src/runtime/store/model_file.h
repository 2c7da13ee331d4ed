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

/// A matrix as 8-bit integers: Storage::int8.
struct RowIntegers {
  std::vector<int8_t> numbers;  ///< (rows, columns)
  std::vector<float> scales;    ///< (rows)
};

/// `matrix` (rows, columns), float32: number / scale, rounded to the nearest integer, ties to even.
/// A row of zeros has the scale 0.
RowIntegers row_integers(std::span<const std::byte> matrix, int64_t columns);

/// Makes the float32 matrix (rows, columns) of its integers and the scales of its rows, which lie
/// at any address.
void expand(std::span<const std::byte> integers, std::span<const std::byte> scales,
            std::span<std::byte> matrix);

/// What a model file records in addition to the weights.
struct ModelMetadata {
  std::string architecture;  ///< `model.type`
  std::string options;       ///< the model section of the config with all values, as YAML
  int64_t source_vocab = 0;  ///< for a language model, both are its vocabulary
  int64_t target_vocab = 0;
  std::string tokenizer_hash;  ///< text::TokenizerPair::hash()
  int64_t step = 0;            ///< training step of the weights
  std::string score;           ///< validation score that selected the weights: "loss 2.314"
  std::string words = {};      ///< text::HalfWords::list() of the training text; empty: not known
  std::optional<model::AlignmentSource> alignment = {};  ///< if one was chosen
  bool int8 = false;  ///< the file stores matrices as Storage::int8
};

/// How a file stores matrices.
enum class Storage {
  float32,
  /// 8-bit integers, and as NAME.scale (rows, 1) the factor of each row, which maps its largest
  /// number to 127. Other weights stay float32. A quarter of the size.
  int8,
};

/// Throws Error if the directory has that file: a model is never overwritten.
void check_holds_no_model(const std::filesystem::path& directory,
                          const std::string& file = "model.safetensors");

/// The weights of a model by name: their shapes, and their numbers, which stay until the next call.
struct ModelWeights {
  std::map<std::string, TensorShape> shapes;
  BytesOf bytes;
};

/// Writes weights to a safetensors file, atomically.
void write_model_file(const std::string& path, const ModelWeights& weights,
                      const ModelMetadata& metadata, Storage storage = Storage::float32);

/// An open model file. Its weights stay the same even if a training replaces the file.
class ModelFile {
 public:
  /// Throws Error if the file is missing, damaged or no model of regard.
  explicit ModelFile(const std::string& path);

  const std::string& path() const { return reader_.path(); }
  const ModelMetadata& metadata() const { return metadata_; }

  /// The weights; those that are stored as integers as the float32 matrices they stand for.
  const std::map<std::string, TensorShape>& weights() const { return weights_; }

  /// Throws Error, naming file and tensor, unless the file has a weight of this name, type and
  /// shape.
  void check_has(const std::string& name, const TensorShape& weight) const;
  /// Throws Error, naming one, if the file has weights other than these.
  template <class Names>
  void check_has_only(const Names& names) const {
    for (const auto& [name, weight] : weights_) {
      if (!names.contains(name)) fail_with_unknown(name);
    }
  }

  /// Copies a weight of weights() into memory of its size. Throws Error as SafetensorsReader does.
  void read(const std::string& name, std::span<std::byte> numbers) const;

  /// A weight where it lies in the mapped file.
  struct Stored {
    Dtype type;  ///< i8: integers, each row with a scale
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

/// Throws Error as ModelFile does.
ModelMetadata read_model_metadata(const std::string& path);

/// Records in a model file where its alignments are read; the weights stay what they are. Throws
/// Error as ModelFile does.
void record_alignment(const std::string& path, const model::AlignmentSource& source);

/// Where a model's alignments are read: at the source that its file records, if any; else at the
/// head that its training guided (training.guided_alignment), or at the mean of the last layer's.
model::AlignmentSource alignment_of(const config::Experiment& experiment,
                                    const ModelMetadata& metadata = {});

/// A model directory whose weights are still in the open file.
struct OpenModel {
  config::Experiment experiment;
  text::TokenizerPair tokenizers;
  ModelFile file;
};

/// Opens the model of a task. Throws Error if a file is missing or damaged, if the files do not
/// belong together (weights of another architecture, or trained with another tokenizer), and if the
/// directory holds a model of the other task.
OpenModel open_model(const std::string& directory, config::Task task);

/// The config of the model of a task, without its weights. Throws Error as open_model does for it.
config::Experiment experiment_of_model(const std::string& directory, config::Task task);

/// The task of a directory's model. Throws Error if it holds none.
config::Task task_of_model(const std::string& directory);

/// Throws Error, naming the file, unless its weights were trained with this architecture and these
/// tokenizers.
void check_belongs_together(const std::string& file, const ModelMetadata& metadata,
                            const config::Experiment& experiment,
                            const text::TokenizerPair& tokenizers);

/// Throws Error if `file` has fewer bytes than the model has weights at least, which need a byte
/// each: nothing is then allocated for a model that the file cannot hold.
void check_may_hold(const std::string& file, const config::Experiment& experiment,
                    const text::TokenizerPair& tokenizers);

}  // namespace regard::store
