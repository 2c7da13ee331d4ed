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

/// The type of a tensor's numbers, as safetensors names it.
enum class Dtype { f64, f32, f16, bf16, i64, i32, i16, i8, u8, boolean };

/// "F32"
const char* name_of(Dtype type);

/// Bytes of a number.
int64_t size_of(Dtype type);

struct DtypeRow {
  Dtype type;
  const char* name;
  int64_t size;  ///< bytes of a number
};

/// In the order of Dtype.
inline constexpr DtypeRow kDtypes[] = {{Dtype::f64, "F64", 8}, {Dtype::f32, "F32", 4},
                                       {Dtype::f16, "F16", 2}, {Dtype::bf16, "BF16", 2},
                                       {Dtype::i64, "I64", 8}, {Dtype::i32, "I32", 4},
                                       {Dtype::i16, "I16", 2}, {Dtype::i8, "I8", 1},
                                       {Dtype::u8, "U8", 1},   {Dtype::boolean, "BOOL", 1}};

/// An open safetensors file, to be read tensor by tensor: an 8-byte length, a JSON header, raw
/// numbers. Reading one executes nothing. It may be replaced meanwhile without effect, by another
/// file of that name; what is written into it changes its numbers.
class SafetensorsReader {
 public:
  struct Entry {
    Dtype type;
    std::vector<int64_t> shape;
    uint64_t begin, end;  ///< bytes of the file's data
  };

  /// Reads and checks all but the numbers: the header's length and JSON, names (none twice),
  /// dtypes, shapes, and that the tensors fill the file without gap or overlap. Throws Error naming
  /// the file and what is wrong.
  explicit SafetensorsReader(const std::string& path);

  const std::string& path() const { return path_; }
  const std::map<std::string, Entry>& entries() const { return entries_; }
  const std::map<std::string, std::string>& metadata() const { return metadata_; }

  /// A tensor's bytes in the mapped file, at any address.
  std::span<const std::byte> bytes(const std::string& name) const;
  /// Copies one of its tensors into memory of its size. Throws Error if the size is another, or if
  /// the file has been written to since it was opened.
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

/// Bytes of its numbers.
uint64_t bytes_of(const TensorShape& tensor);

/// The numbers of a tensor; they stay until the next call.
using BytesOf = std::function<std::span<const std::byte>(const std::string& name)>;

/// Writes tensors, ordered by name, atomically. Throws Error if that fails, as on a full disk, and
/// leaves an old file of that name unchanged.
void write_safetensors(const std::string& path, const std::map<std::string, TensorShape>& tensors,
                       const BytesOf& bytes_of_tensor,
                       const std::map<std::string, std::string>& metadata);

/// The checked content of a header.
struct SafetensorsHeader {
  std::map<std::string, SafetensorsReader::Entry> entries;
  std::map<std::string, std::string> metadata;
  uint64_t data_begin = 0;
};

/// Reads it from the bytes of a file. Throws Error as SafetensorsReader does.
SafetensorsHeader read_safetensors_header(const std::string& path, std::span<const std::byte> file);

[[noreturn]] void fail_as_incomplete(const std::string& path, const std::string& what);

}  // namespace regard::store
