#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/zip_archive.h"
#include "store/safetensors.h"

namespace regard::store {

/// A map of tensors written by torch.save (pytorch_model.bin): a .zip with a pickle of names and
/// shapes, or, before torch 1.6, a file of several pickles. Reading one executes nothing
/// (store/pickle.h).
class TorchFile {
 public:
  struct Entry {
    Dtype type = Dtype::f32;
    std::vector<int64_t> shape;
    std::vector<int64_t>
        strides;          ///< strides in numbers, by dimension; the first separates a matrix's rows
    int64_t offset = 0;   ///< index of the first number in the storage
    std::string storage;  ///< name of the storage
  };

  /// Reads names and shapes. Throws Error if the file is of a different kind, is damaged, or would
  /// call a function.
  explicit TorchFile(const std::string& path);

  const std::map<std::string, Entry>& entries() const { return entries_; }
  /// The numbers of a storage, which several tensors may share. Throws Error if the file is damaged
  /// or the storage is too small for `entry`.
  std::string storage_of(const Entry& entry) const;

 private:
  struct Storage {
    Dtype type = Dtype::f32;
    uint64_t size = 0;   // in numbers
    uint64_t begin = 0;  // only for a file of several pickles
  };

  void read_archive();
  void read_pickles(std::string_view bytes);
  void check(const std::string& name, const Entry& entry) const;
  [[noreturn]] void fail(const std::string& what) const;

  friend class TensorsOfPickle;

  std::string path_;
  std::unique_ptr<ZipArchive> archive_;  // null for a file of several pickles
  std::string folder_;                   // common folder of the archive's members
  std::map<std::string, Storage> storages_;
  std::map<std::string, Entry> entries_;
};

}  // namespace regard::store
