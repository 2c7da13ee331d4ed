#include "regard/interop/safetensors.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "regard/base/atomic_file.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/regular_file.h"
#include "regard/base/str.h"

namespace regard::interop {
namespace {

static_assert(std::endian::native == std::endian::little,
              "safetensors is little-endian, and so is this code");

constexpr uint64_t kAlignment = 8;
constexpr int kHeaderDepth = 3;  // the object, a tensor, its shape

struct NamedType {
  const char* name;
  torch::ScalarType type;
};
constexpr NamedType kTypes[] = {{"F64", torch::kFloat64}, {"F32", torch::kFloat32},
                                {"F16", torch::kFloat16}, {"BF16", torch::kBFloat16},
                                {"I64", torch::kInt64},   {"I32", torch::kInt32},
                                {"I16", torch::kInt16},   {"I8", torch::kInt8},
                                {"U8", torch::kUInt8},    {"BOOL", torch::kBool}};

[[noreturn]] void fail_at(const std::string& path, const std::string& what) {
  throw Error(str("is not a complete safetensors file: ", what), path,
              "it was truncated or changed; use a complete copy", ExitCode::failure);
}

/// The checked content of a header.
struct Header {
  std::map<std::string, SafetensorsReader::Entry> entries;
  std::map<std::string, std::string> metadata;
  uint64_t data_begin = 0;
};

class HeaderReader {
 public:
  /// `in` is at the end of the file.
  HeaderReader(const std::string& path, std::ifstream& in)
      : path_(path), in_(in), size_(static_cast<uint64_t>(in.tellg())) {
    in_.seekg(0);
  }

  Header read() {
    const auto json = read_json();
    Header header{.entries = {}, .metadata = {}, .data_begin = data_begin_};
    for (const auto& [name, entry] : json.items()) {
      if (name == "__metadata__") {
        header.metadata = metadata_of(entry);
      } else {
        header.entries.emplace(name, entry_of(name, entry));
      }
    }
    check_filled(header);
    return header;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { fail_at(path_, what); }

  nlohmann::json read_json() {
    uint64_t length = 0;
    if (size_ < sizeof(length)) fail(str("it has ", size_, " bytes"));
    in_.read(reinterpret_cast<char*>(&length), sizeof(length));
    if (length > limits::kSafetensorsHeaderBytes || length > size_ - sizeof(length))
      fail(str("its header claims ", length, " bytes"));
    std::string text(length, '\0');
    in_.read(text.data(), static_cast<std::streamsize>(length));
    data_begin_ = sizeof(length) + length;

    // The parser keeps the last of two equal keys; two tensors of one name are an error here.
    std::vector<std::set<std::string>> keys;
    size_t values = 0;
    const auto check = [&](int depth, nlohmann::json::parse_event_t event, nlohmann::json& parsed) {
      if (depth > kHeaderDepth) fail("its header is nested too deeply");
      if (++values > limits::kJsonValues) {
        fail(str("its header has more than ", limits::kJsonValues, " values"));
      }
      if (event == nlohmann::json::parse_event_t::object_start) keys.emplace_back();
      if (event == nlohmann::json::parse_event_t::object_end) keys.pop_back();
      if (event == nlohmann::json::parse_event_t::key &&
          !keys.back().insert(parsed.get<std::string>()).second) {
        fail(str("its header has the key ", parsed.dump(), " twice"));
      }
      return true;
    };
    try {
      auto header = nlohmann::json::parse(text, check);
      if (!header.is_object()) fail("its header is no JSON object");
      return header;
    } catch (const nlohmann::json::exception&) {
      fail("its header is no valid JSON");
    }
  }

  std::map<std::string, std::string> metadata_of(const nlohmann::json& entry) const {
    if (!entry.is_object()) fail("its metadata is no JSON object");
    std::map<std::string, std::string> metadata;
    for (const auto& [key, value] : entry.items()) {
      if (!value.is_string()) fail(str("its metadata ", key, " is no string"));
      metadata.emplace(key, value.get<std::string>());
    }
    return metadata;
  }

  torch::ScalarType type_named(const std::string& tensor, const std::string& name) const {
    for (const auto& known : kTypes) {
      if (name == known.name) return known.type;
    }
    fail(str("tensor ", tensor, " has the unknown type ", name));
  }

  /// Whole numbers from 0 of a JSON list; fails for anything else.
  std::vector<uint64_t> numbers(const std::string& tensor, const nlohmann::json& entry,
                                const char* key) const {
    const auto found = entry.find(key);
    if (found == entry.end() || !found->is_array())
      fail(str("tensor ", tensor, " has no list ", key));
    std::vector<uint64_t> values;
    for (const auto& value : *found) {
      if (!value.is_number_unsigned()) fail(str("tensor ", tensor, " has a bad ", key));
      values.push_back(value.get<uint64_t>());
    }
    return values;
  }

  SafetensorsReader::Entry entry_of(const std::string& name, const nlohmann::json& entry) const {
    if (!entry.is_object() || !entry.contains("dtype") || !entry["dtype"].is_string())
      fail(str("tensor ", name, " has no type"));
    const auto type = type_named(name, entry["dtype"].get<std::string>());
    const auto shape = numbers(name, entry, "shape");
    const auto offsets = numbers(name, entry, "data_offsets");
    const uint64_t available = size_ - data_begin_;
    if (offsets.size() != 2 || offsets[0] > offsets[1] || offsets[1] > available) {
      fail(str("tensor ", name, " lies outside the file's ", available, " bytes of data"));
    }
    const auto bytes = size_of(shape, c10::elementSize(type), available);
    if (bytes != offsets[1] - offsets[0]) {
      fail(str("tensor ", name, " has ", offsets[1] - offsets[0],
               " bytes, which is not what its shape and type need"));
    }
    return {.type = type,
            .shape = {shape.begin(), shape.end()},
            .begin = offsets[0],
            .end = offsets[1]};
  }

  /// Bytes of a tensor; nothing if that exceeds `most`, or if its extents exceed what a tensor can
  /// have.
  static std::optional<uint64_t> size_of(const std::vector<uint64_t>& shape, uint64_t element,
                                         uint64_t most) {
    constexpr uint64_t kLargest = std::numeric_limits<int64_t>::max();
    uint64_t bytes = element, extents = 1;  // beside an extent of 0 the others must still fit
    for (const uint64_t extent : shape) {
      if (extent > 0 && extents > kLargest / extent) return std::nullopt;
      if (extent > 0) extents *= extent;
      if (extent > 0 && bytes > kLargest / extent) return std::nullopt;
      bytes *= extent;
    }
    if (bytes > most) return std::nullopt;
    return bytes;
  }

  void check_filled(const Header& header) const {
    std::vector<std::pair<uint64_t, uint64_t>> ranges;
    for (const auto& [name, entry] : header.entries) ranges.emplace_back(entry.begin, entry.end);
    std::sort(ranges.begin(), ranges.end());
    uint64_t end = 0;
    for (const auto& [begin, next] : ranges) {
      if (begin != end)
        fail(str("its tensors leave a gap or overlap at byte ", std::min(begin, end),
                 " of the data"));
      end = next;
    }
    if (end != size_ - data_begin_)
      fail(str("its tensors fill ", end, " bytes of ", size_ - data_begin_));
  }

  const std::string& path_;
  std::ifstream& in_;
  uint64_t size_;
  uint64_t data_begin_ = 0;
};

const std::string& checked(const std::string& path) try {
  size_of_regular_file(path);
  return path;
} catch (const Error& error) {
  throw Error(error.what(), path, "check the path", ExitCode::failure);
}

const char* dtype_name(torch::ScalarType type) {
  for (const auto& known : kTypes) {
    if (type == known.type) return known.name;
  }
  throw Error(str("safetensors has no type for ", c10::toString(type)), "", "", ExitCode::failure);
}

}  // namespace

SafetensorsReader::SafetensorsReader(const std::string& path)
    : path_(checked(path)), in_(path, std::ios::binary | std::ios::ate) {
  if (!in_) throw Error("cannot read", path, "check the path", ExitCode::failure);
  auto header = HeaderReader(path_, in_).read();
  data_begin_ = header.data_begin;
  entries_ = std::move(header.entries);
  metadata_ = std::move(header.metadata);
}

torch::Tensor SafetensorsReader::read(const std::string& name) {
  const auto& entry = entries_.at(name);
  auto tensor = torch::empty(entry.shape, entry.type);
  in_.clear();  // of an earlier failure
  in_.seekg(static_cast<std::streamoff>(data_begin_ + entry.begin));
  in_.read(static_cast<char*>(tensor.data_ptr()),
           static_cast<std::streamsize>(entry.end - entry.begin));
  if (!in_) fail_at(path_, str("tensor ", name, " cannot be read"));
  return tensor;
}

SafetensorsFile read_safetensors(const std::string& path) {
  SafetensorsReader reader(path);
  SafetensorsFile file{.tensors = {}, .metadata = reader.metadata()};
  for (const auto& [name, entry] : reader.entries()) file.tensors.emplace(name, reader.read(name));
  return file;
}

void write_safetensors(const std::string& path, const std::map<std::string, torch::Tensor>& tensors,
                       const std::map<std::string, std::string>& metadata) {
  nlohmann::json header = nlohmann::json::object();
  if (!metadata.empty()) header["__metadata__"] = metadata;
  uint64_t end = 0;
  for (const auto& [name, tensor] : tensors) {
    const uint64_t begin = end;
    end += static_cast<uint64_t>(tensor.numel()) * tensor.element_size();
    header[name] = {{"dtype", dtype_name(tensor.scalar_type())},
                    {"shape", tensor.sizes().vec()},
                    {"data_offsets", {begin, end}}};
  }
  std::string text = header.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  text.append((kAlignment - text.size() % kAlignment) % kAlignment, ' ');

  AtomicFile file(path);
  const auto write = [&](const void* bytes, size_t size) {
    file.write({static_cast<const char*>(bytes), size});
  };
  const uint64_t length = text.size();
  write(&length, sizeof(length));
  file.write(text);
  for (const auto& [name, tensor] : tensors) {
    const auto plain = tensor.detach().to(torch::kCPU).contiguous();
    write(plain.data_ptr(), static_cast<size_t>(plain.numel()) * plain.element_size());
  }
  file.commit();
}

}  // namespace regard::interop
