#include "store/safetensors.h"

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/atomic_file.h"
#include "base/regular_file.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/safetensors_header.h"

namespace regard::store {
namespace {

static_assert(std::endian::native == std::endian::little,
              "safetensors is little-endian, and so is this code");

constexpr uint64_t kAlignment = 8;

const std::string& checked(const std::string& path) try {
  size_of_regular_file(path);
  return path;
} catch (const Error& error) {
  throw Error(error.problem(), path, "check the path", ExitCode::failure);
}

}  // namespace

uint64_t bytes_of(const TensorShape& tensor) {
  auto bytes = static_cast<uint64_t>(size_of(tensor.type));
  for (const int64_t extent : tensor.shape) bytes *= static_cast<uint64_t>(extent);
  return bytes;
}

SafetensorsReader::SafetensorsReader(const std::string& path) : path_(checked(path)), file_(path) {
  auto header = read_safetensors_header(path_, file_.bytes());
  data_begin_ = header.data_begin;
  entries_ = std::move(header.entries);
  metadata_ = std::move(header.metadata);
}

std::span<const std::byte> SafetensorsReader::bytes(const std::string& name) const {
  const auto& entry = entries_.at(name);
  return file_.bytes().subspan(data_begin_ + entry.begin, entry.end - entry.begin);
}

void SafetensorsReader::read(const std::string& name, std::span<std::byte> numbers) const {
  const auto all = bytes(name);
  if (numbers.size() != all.size()) {
    throw Error(str("has ", all.size(), " bytes of ", name, ", not ", numbers.size()), path_, {},
                ExitCode::failure);
  }
  std::ranges::copy(all, numbers.begin());
  file_.check_unchanged();
}

void write_safetensors(const std::string& path, const std::map<std::string, TensorShape>& tensors,
                       const BytesOf& bytes_of_tensor,
                       const std::map<std::string, std::string>& metadata) {
  nlohmann::json header = nlohmann::json::object();
  if (!metadata.empty()) header["__metadata__"] = metadata;
  uint64_t end = 0;
  for (const auto& [name, tensor] : tensors) {
    const uint64_t begin = end;
    end += bytes_of(tensor);
    header[name] = {
        {"dtype", name_of(tensor.type)}, {"shape", tensor.shape}, {"data_offsets", {begin, end}}};
  }
  std::string text = header.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  text.append((kAlignment - text.size() % kAlignment) % kAlignment, ' ');

  AtomicFile file(path);
  const uint64_t length = text.size();
  file.write({reinterpret_cast<const char*>(&length), sizeof(length)});
  file.write(text);
  for (const auto& [name, tensor] : tensors) {
    const auto bytes = bytes_of_tensor(name);
    file.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  file.commit();
}

}  // namespace regard::store
