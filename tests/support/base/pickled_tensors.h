#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "base/atomic_file.h"
#include "base/zip_writer.h"

namespace regard::test {

struct PickledTensor {
  std::vector<int64_t> shape;
  std::string bytes;  ///< float32 numbers
};

using PickledTensors = std::map<std::string, PickledTensor>;

inline std::string little_endian(uint64_t number, size_t bytes) {
  std::string text;
  for (size_t i = 0; i < bytes; ++i) text += static_cast<char>(number >> (8 * i));
  return text;
}

inline std::string pickled_text(const std::string& text) {
  return 'X' + little_endian(text.size(), 4) + text;
}

inline std::string pickled_integers(const std::vector<int64_t>& numbers) {
  std::string tuple = "(";
  for (const int64_t number : numbers) {
    tuple += 'J' + little_endian(static_cast<uint64_t>(number), 4);
  }
  return tuple + 't';
}

/// The pickle of names and shapes that torch.save writes; before version 1.6 it had one more field
/// per storage. The storages are named 0, 1, ...
inline std::string pickled_names(const PickledTensors& tensors, bool is_old) {
  const std::string new_map = "ccollections\nOrderedDict\n)R";
  std::string pickle = "\x80\x02" + new_map + '(';
  size_t storage = 0;
  for (const auto& [name, tensor] : tensors) {
    std::vector<int64_t> strides(tensor.shape.size(), 1);
    for (size_t i = strides.size(); i > 1; --i)
      strides[i - 2] = strides[i - 1] * tensor.shape[i - 1];
    pickle +=
        pickled_text(name) + "ctorch._utils\n_rebuild_tensor_v2\n((" + pickled_text("storage") +
        "ctorch\nFloatStorage\n" + pickled_text(std::to_string(storage++)) + pickled_text("cpu") +
        'J' + little_endian(tensor.bytes.size() / sizeof(float), 4) + (is_old ? "Nt" : "t") + "QK" +
        '\0' + pickled_integers(tensor.shape) + pickled_integers(strides) + '\x89' + new_map + "tR";
  }
  return pickle + "u.";
}

/// Writes a file as torch.save does.
inline void write_pickled(const std::filesystem::path& path, const PickledTensors& tensors) {
  ZipWriter archive(path);
  archive.add("archive/data.pkl", pickled_names(tensors, false));
  archive.add("archive/byteorder", "little");
  size_t storage = 0;
  for (const auto& [name, tensor] : tensors) {
    archive.add("archive/data/" + std::to_string(storage++), tensor.bytes);
  }
  archive.commit();
}

/// The content of a file in the format of torch.save before version 1.6.
inline std::string pickled_before_archives(const PickledTensors& tensors) {
  const std::string begin = "\x80\x02";
  std::string content = begin + "\x8A\x0Al\xFC\x9C\x46\xF9\x20\x6A\xA8\x50\x19." + begin +
                        "M\xE9\x03." + begin + "}." + pickled_names(tensors, true) + begin + "](";
  for (size_t storage = 0; storage < tensors.size(); ++storage) {
    content += pickled_text(std::to_string(storage));
  }
  content += "e.";
  for (const auto& [name, tensor] : tensors) {
    content += little_endian(tensor.bytes.size() / sizeof(float), 8) + tensor.bytes;
  }
  return content;
}

}  // namespace regard::test
