#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "regard/base/mapped_file.h"

namespace regard::store {

/// Type of a tensor's numbers, as named by safetensors.
enum class Dtype { f64, f32, f16, bf16, i64, i32, i16, i8, u8, boolean };

/// The name of a type, for example "F32".
const char* name_of(Dtype type);

/// Size of one number in bytes.
int64_t size_of(Dtype type);

struct DtypeRow {
  Dtype type;
  const char* name;
  int64_t size;  ///< size of one number in bytes
};

/// One row per type, in the order of Dtype.
inline constexpr DtypeRow kDtypes[] = {{Dtype::f64, "F64", 8}, {Dtype::f32, "F32", 4},
                                       {Dtype::f16, "F16", 2}, {Dtype::bf16, "BF16", 2},
                                       {Dtype::i64, "I64", 8}, {Dtype::i32, "I32", 4},
                                       {Dtype::i16, "I16", 2}, {Dtype::i8, "I8", 1},
                                       {Dtype::u8, "U8", 1},   {Dtype::boolean, "BOOL", 1}};

/// An open safetensors file, read tensor by tensor: an 8-byte length, a JSON header, raw numbers.
/// Reading one executes nothing. Replacing the file by renaming has no effect on an open reader;
/// writing into it changes the numbers.
class SafetensorsReader {
 public:
  struct Entry {
    Dtype type;
    std::vector<int64_t> shape;
    uint64_t begin, end;  ///< byte range in the file's data
  };

  /// Reads and checks everything except the numbers: header length and JSON, unique names, dtypes,
  /// shapes, and that the tensors fill the file without gap or overlap. Throws Error naming the
  /// file and the problem.
  explicit SafetensorsReader(const std::string& path);

  const std::string& path() const { return path_; }
  const std::map<std::string, Entry>& entries() const { return entries_; }
  const std::map<std::string, std::string>& metadata() const { return metadata_; }

  /// A tensor's bytes in the memory-mapped file, not necessarily aligned.
  std::span<const std::byte> bytes(const std::string& name) const;
  /// Copies a tensor into `numbers`. Throws Error if the sizes differ, or if the file has been
  /// written to since it was opened.
  void read(const std::string& name, std::span<std::byte> numbers) const;

  const MappedFile& file() const { return file_; }

 private:
  std::string path_;
  MappedFile file_;
  uint64_t data_begin_ = 0;
  std::map<std::string, Entry> entries_;
  std::map<std::string, std::string> metadata_;
};

struct TensorShape {
  Dtype type;
  std::vector<int64_t> shape;
};

/// Size of a tensor's numbers in bytes.
uint64_t bytes_of(const TensorShape& tensor);

/// Returns the numbers of a tensor, valid until the next call.
using BytesOf = std::function<std::span<const std::byte>(const std::string& name)>;

/// Writes tensors, ordered by name, atomically. If that fails, as on a full disk, throws Error and
/// leaves an existing file of that name unchanged.
void write_safetensors(const std::string& path, const std::map<std::string, TensorShape>& tensors,
                       const BytesOf& bytes_of_tensor,
                       const std::map<std::string, std::string>& metadata);

/// The validated content of a header.
struct SafetensorsHeader {
  std::map<std::string, SafetensorsReader::Entry> entries;
  std::map<std::string, std::string> metadata;
  uint64_t data_begin = 0;
};

/// Parses the header from the bytes of a file. Throws the same errors as SafetensorsReader.
SafetensorsHeader read_safetensors_header(const std::string& path, std::span<const std::byte> file);

[[noreturn]] void fail_as_incomplete(const std::string& path, const std::string& what);

}  // namespace regard::store
