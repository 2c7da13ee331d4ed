// Files of torch.save (store/torch_file.h): pickles in the old format, or members of an archive,
// each after a line with its name.
#include "store/torch_file.h"

#include "base/zip_writer.h"
#include "fuzz/changed_seeds.h"
#include "fuzz/files_in_one.h"
#include "fuzz/folder_of_files.h"
#include "fuzz/memory_file.h"
#include "fuzz/target.h"
#include "regard/base/error.h"
#include "support/base/pickled_tensors.h"

namespace regard::fuzz {
namespace {

const test::PickledTensors kTensors = {{"a", {{1, 2}, "12345678"}}, {"b", {{0}, ""}}};

void read(const std::string& path, size_t most) {
  const store::TorchFile file(path);
  for (const auto& [name, entry] : file.entries()) {
    uint64_t bytes = static_cast<uint64_t>(store::size_of(entry.type));
    for (const int64_t extent : entry.shape) bytes *= static_cast<uint64_t>(extent);
    try {
      if (bytes > file.storage_of(entry).size() || bytes > most) throw "a tensor is too large";
    } catch (const Error&) {  // the archive lacks a storage
    }
  }
}

}  // namespace

std::vector<std::string> seeds() {
  const auto old = test::pickled_before_archives(kTensors);
  const auto archive = joined({{"data.pkl", test::pickled_names(kTensors, false)},
                               {"byteorder", "little"},
                               {"0", "12345678"},
                               {"1", ""}});
  std::vector<std::string> inputs = {old, archive, "PK"};
  for (const auto& input : {old, archive}) {
    append(inputs, changed({input}, {{"torch\nFloatStorage", "torch\nHalfStorage"},
                                     {"torch\nFloatStorage", "torch\nStorage"},
                                     {"_rebuild_tensor_v2", "_rebuild_parameter"},
                                     {"_rebuild_tensor_v2", "_rebuild_tensor"},
                                     {"collections\nOrderedDict", "builtins\neval"},
                                     {")R(", "}("},
                                     {"storage", "persist"}}));
  }
  append(inputs,
         changed({archive}, {{"%% 0\n", "%% 2\n"}, {"little", "big"}, {"data.pkl", "data"}}));
  return inputs;
}

void try_input(std::string_view input) {
  const auto files = files_in(input);
  if (files.empty()) {
    const MemoryFile file(input);
    return read(file.path(), input.size());
  }
  static FolderOfFiles folder;
  const auto path = folder.path() + "/a.bin";
  ZipWriter archive(path);
  for (const auto& [name, content] : files) {
    const bool is_storage = name.find_first_not_of("0123456789") == std::string::npos;
    archive.add((is_storage ? "archive/data/" : "archive/") + name, content);
  }
  archive.commit();
  read(path, input.size());
}

}  // namespace regard::fuzz
