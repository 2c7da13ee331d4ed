#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/zip_archive.h"
#include "store/safetensors.h"

namespace regard::store {

/// A NumPy array.
struct NumpyArray {
  Dtype type = Dtype::f32;
  std::vector<int64_t> shape;
  bool first_index_fastest = false;  ///< column-major (Fortran order)
  std::string bytes;
};

/// A NumPy .npz archive, the format of Marian's weights: a .zip with a .npy file for each array.
/// Reading one executes nothing; arrays of Python objects are rejected.
class NumpyArchive {
 public:
  /// Throws Error if the file is not an archive.
  explicit NumpyArchive(const std::string& path);

  const std::string& path() const { return path_; }
  /// The arrays' names in alphabetical order, without ".npy".
  std::vector<std::string> names() const;
  bool has(const std::string& name) const { return members_.contains(name); }
  /// Throws Error if the array is damaged or has a type that no model uses.
  NumpyArray read(const std::string& name) const;

 private:
  std::string path_;
  ZipArchive archive_;
  std::map<std::string, ZipArchive::Member> members_;
};

/// Parses the content of a .npy file, called `name` in errors. Throws Error like read().
NumpyArray read_numpy_array(std::string content, const std::string& name);

/// Writes a .npz archive atomically. The arrays must be row-major.
void write_numpy_archive(const std::string& path, const std::map<std::string, NumpyArray>& arrays);

}  // namespace regard::store
