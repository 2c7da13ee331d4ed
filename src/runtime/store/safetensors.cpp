#include "store/safetensors.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "base/atomic_file.h"
#include "base/files.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard::store {

const char* name_of(Dtype type) { return kDtypes[static_cast<std::size_t>(type)].name; }

int64_t size_of(Dtype type) { return kDtypes[static_cast<std::size_t>(type)].size; }

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

namespace {

constexpr int kHeaderDepth = 3;  // the object, a tensor, its shape

class HeaderReader {
 public:
  HeaderReader(const std::string& path, std::span<const std::byte> file)
      : path_(path), file_(file), size_(file.size()) {}

  SafetensorsHeader read() {
    const auto json = read_json();
    SafetensorsHeader header{.entries = {}, .metadata = {}, .data_begin = data_begin_};
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
  [[noreturn]] void fail(const std::string& what) const { fail_as_incomplete(path_, what); }

  nlohmann::json read_json() {
    uint64_t length = 0;
    if (size_ < sizeof(length)) fail(str("it has ", size_, " bytes"));
    std::memcpy(&length, file_.data(), sizeof(length));
    if (length > limits::kSafetensorsHeaderBytes || length > size_ - sizeof(length))
      fail(str("its header claims ", length, " bytes"));
    const auto* first = reinterpret_cast<const char*>(file_.data()) + sizeof(length);
    const std::string_view text(first, length);
    data_begin_ = sizeof(length) + length;

    // Of duplicate keys, the parser keeps the last. Here, two tensors with one name are an error.
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
      if (!header.is_object()) fail("its header is not a JSON object");
      return header;
    } catch (const nlohmann::json::exception&) {
      fail("its header is not valid JSON");
    }
  }

  std::map<std::string, std::string> metadata_of(const nlohmann::json& entry) const {
    if (!entry.is_object()) fail("its metadata is not a JSON object");
    std::map<std::string, std::string> metadata;
    for (const auto& [key, value] : entry.items()) {
      if (!value.is_string()) fail(str("its metadata ", key, " is not a string"));
      metadata.emplace(key, value.get<std::string>());
    }
    return metadata;
  }

  Dtype type_named(const std::string& tensor, const std::string& name) const {
    for (const auto& known : kDtypes) {
      if (name == known.name) return known.type;
    }
    fail(str("tensor ", tensor, " has the unknown type ", name));
  }

  /// The nonnegative integers of a JSON list; fails for anything else.
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
    const auto bytes = bytes_of(shape, static_cast<uint64_t>(store::size_of(type)), available);
    if (bytes != offsets[1] - offsets[0]) {
      fail(str("tensor ", name, " has ", offsets[1] - offsets[0],
               " bytes, which does not match its shape and type"));
    }
    return {.type = type,
            .shape = {shape.begin(), shape.end()},
            .begin = offsets[0],
            .end = offsets[1]};
  }

  /// Size of a tensor in bytes; empty if it exceeds `most`, or if the extents are too large for a
  /// tensor.
  static std::optional<uint64_t> bytes_of(const std::vector<uint64_t>& shape, uint64_t element,
                                          uint64_t most) {
    constexpr uint64_t kLargest = std::numeric_limits<int64_t>::max();
    uint64_t bytes = element, extents = 1;  // if one extent is 0, the others' product must fit
    for (const uint64_t extent : shape) {
      if (extent > 0 && extents > kLargest / extent) return std::nullopt;
      if (extent > 0) extents *= extent;
      if (extent > 0 && bytes > kLargest / extent) return std::nullopt;
      bytes *= extent;
    }
    if (bytes > most) return std::nullopt;
    return bytes;
  }

  void check_filled(const SafetensorsHeader& header) const {
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
  std::span<const std::byte> file_;
  uint64_t size_;
  uint64_t data_begin_ = 0;
};

}  // namespace

SafetensorsHeader read_safetensors_header(const std::string& path,
                                          std::span<const std::byte> file) {
  return HeaderReader(path, file).read();
}

void fail_as_incomplete(const std::string& path, const std::string& what) {
  throw Error(str("is not a complete safetensors file: ", what), path,
              "use a complete copy: this one was truncated or changed", ExitCode::failure);
}

}  // namespace regard::store
