// NumPy arrays in an archive (store/numpy_archive.h), each after a line with its name.
#include "store/numpy_archive.h"

#include "base/zip_writer.h"
#include "fuzz/changed_seeds.h"
#include "fuzz/files_in_one.h"
#include "fuzz/folder_of_files.h"
#include "fuzz/target.h"
#include "regard/base/error.h"

namespace regard::fuzz {
namespace {

std::string npy(const std::string& version, const std::string& header, const std::string& numbers) {
  return "\x93NUMPY" + version + header + numbers;
}

}  // namespace

std::vector<std::string> seeds() {
  const std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }\n";
  const auto size = static_cast<char>(header.size());
  const auto first = npy(std::string("\1\0", 2) + size + '\0', header, "12345678");
  const auto second = npy(std::string("\2\0", 2) + size + std::string(3, '\0'), header, "12345678");
  std::vector<std::string> inputs = {joined({{"a.npy", first}, {"b", second}})};
  append(inputs, changed(inputs, {{"<f4", "|O"},
                                  {"<f4", ">f4"},
                                  {"<f4", "<f2"},
                                  {"False", "True"},
                                  {"(1, 2)", "(1, 3)"},
                                  {"(1, 2)", "1, 2"},
                                  {"(1, 2)", "(a, 2)"},
                                  {"'descr': '<f4'", "'descr': 12345"},
                                  {"'shape'", "'scope'"},
                                  {"NUMPY", "PYNUM"},
                                  {"%% b\n", "%% a\n"}}));
  return inputs;
}

void try_input(std::string_view input) {
  static FolderOfFiles folder;
  const auto path = folder.path() + "/a.npz";
  ZipWriter writer(path);
  for (const auto& [name, content] : files_in(input)) writer.add(name, content);
  writer.commit();
  const store::NumpyArchive archive(path);
  for (const auto& name : archive.names()) {
    const auto array = archive.read(name);
    uint64_t bytes = static_cast<uint64_t>(store::size_of(array.type));
    for (const int64_t extent : array.shape) bytes *= static_cast<uint64_t>(extent);
    if (bytes != array.bytes.size()) throw "an array has another size than its shape";
  }
}

}  // namespace regard::fuzz
