#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/zip_archive.h"
#include "store/safetensors.h"

namespace regard::store {

/// An array of NumPy.
struct NumpyArray {
  Dtype type = Dtype::f32;
  std::vector<int64_t> shape;
  bool first_index_fastest = false;  ///< columns of a matrix, not rows, lie one after another
  std::string bytes;
};

/// A .npz archive of NumPy, in which Marian keeps its weights: a .zip with a .npy file for each
/// array. Reading one executes nothing: an array of Python's objects is refused.
class NumpyArchive {
 public:
  /// Throws Error for a file that is no archive.
  explicit NumpyArchive(const std::string& path);

  const std::string& path() const { return path_; }
  /// In the order of the alphabet, without ".npy".
  std::vector<std::string> names() const;
  bool has(const std::string& name) const { return members_.contains(name); }
  /// Throws Error for an array that is damaged or of a type that no model has.
  NumpyArray read(const std::string& name) const;

 private:
  std::string path_;
  ZipArchive archive_;
  std::map<std::string, ZipArchive::Member> members_;
};

/// The array in the content of a .npy file, `name` in errors. Throws Error as above.
NumpyArray read_numpy_array(std::string content, const std::string& name);

/// Writes an archive atomically, with arrays whose last index is fastest.
void write_numpy_archive(const std::string& path, const std::map<std::string, NumpyArray>& arrays);

}  // namespace regard::store
