#include "store/numpy_archive.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "base/zip_writer.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::store {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::string_view kSuffix = ".npy";

/// NumPy's type names without byte order, in the order of Dtype. NumPy has no bf16.
constexpr const char* kTypeNames[] = {"f8", "f4", "f2", nullptr, "i8",
                                      "i4", "i2", "i1", "u1",    "b1"};

[[noreturn]] void fail_as_damaged(const std::string& name, const std::string& what) {
  throw Error(str("damaged array: ", what), name, "use a complete copy", ExitCode::failure);
}

/// The header of a .npy file, the text of a Python dictionary:
/// {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class Header {
 public:
  Header(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  Dtype type() const {
    auto value = value_of("descr");
    if (value.size() < 2 || value.front() != '\'') fail_as_damaged(name_, "its type is not text");
    value = value.substr(1, value.find('\'', 1) - 1);
    const bool has_order = !value.empty() && std::string_view("<|=>").find(value[0]) < 4;
    const auto type = value.substr(has_order ? 1 : 0);
    for (const auto& row : kDtypes) {
      const char* const known = kTypeNames[static_cast<size_t>(row.type)];
      if (known == nullptr || type != known) continue;
      if (value[0] == '>' && row.size > 1) break;
      return row.type;
    }
    throw Error(str("has numbers of the type ", value, ", which regard does not read"), name_,
                "name the weights of a model: this is a different file", ExitCode::failure);
  }

  bool first_index_fastest() const { return value_of("fortran_order").starts_with("True"); }

  std::vector<int64_t> shape() const {
    auto value = value_of("shape");
    if (value.empty() || value.front() != '(') fail_as_damaged(name_, "its shape is not a tuple");
    value = value.substr(1, value.find(')') - 1);
    std::vector<int64_t> shape;
    while (true) {
      value.remove_prefix(std::min(value.find_first_not_of(" ,L"), value.size()));
      if (value.empty()) return shape;
      int64_t extent = 0;
      const auto end = std::from_chars(value.data(), value.data() + value.size(), extent);
      constexpr size_t kMostIndices = 8;
      if (end.ec != std::errc() || extent < 0 || shape.size() == kMostIndices) {
        fail_as_damaged(name_, "its shape contains something other than numbers");
      }
      shape.push_back(extent);
      value.remove_prefix(static_cast<size_t>(end.ptr - value.data()));
    }
  }

 private:
  std::string_view value_of(std::string_view key) const {
    const auto quoted = str('\'', key, "':");
    const auto at = text_.find(quoted);
    if (at == std::string_view::npos) fail_as_damaged(name_, str("its header has no ", key));
    auto value = text_.substr(at + quoted.size());
    value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
    return value;
  }

  std::string_view text_;
  const std::string& name_;
};

/// The size of an array in bytes; empty if no memory could hold it.
std::optional<uint64_t> bytes_of_array(const NumpyArray& array) {
  auto bytes = static_cast<uint64_t>(size_of(array.type));
  for (const int64_t extent : array.shape) {
    if (__builtin_mul_overflow(bytes, static_cast<uint64_t>(extent), &bytes)) return std::nullopt;
  }
  return bytes;
}

std::string header_of(const NumpyArray& array) {
  // The shape as NumPy writes it: (), (3,), (3, 4). Marian counts the commas.
  std::string shape;
  for (const int64_t extent : array.shape) shape += str(shape.empty() ? "" : ", ", extent);
  if (array.shape.size() == 1) shape += ',';
  const bool is_byte = size_of(array.type) == 1;
  auto text = str("{'descr': '", is_byte ? "|" : "<", kTypeNames[static_cast<size_t>(array.type)],
                  "', 'fortran_order': False, 'shape': (", shape, "), }");
  constexpr size_t kHead = 10, kAlignment = 64;  // numbers begin at a multiple of 64
  while ((kHead + text.size() + 1) % kAlignment != 0) text += ' ';
  text += '\n';
  const auto size = text.size();
  std::string header(kMagic);
  header += '\1';
  header += '\0';
  header += static_cast<char>(size);
  header += static_cast<char>(size >> 8U);
  return header + text;
}

}  // namespace

NumpyArray read_numpy_array(std::string content, const std::string& name) {
  constexpr size_t kVersion = 6, kLength = 8;
  if (!content.starts_with(kMagic) || content.size() < kLength + 4) {
    fail_as_damaged(name, "it has no NumPy header");
  }
  const size_t bytes_of_length = content[kVersion] == 1 ? 2 : 4;
  uint64_t length = 0;
  for (size_t i = bytes_of_length; i > 0; --i) {
    length = length << 8U | static_cast<unsigned char>(content[kLength + i - 1]);
  }
  const size_t begin = kLength + bytes_of_length;
  if (length > content.size() - begin) fail_as_damaged(name, "its header is truncated");
  const Header header(std::string_view(content).substr(begin, length), name);
  NumpyArray array{.type = header.type(),
                   .shape = header.shape(),
                   .first_index_fastest = header.first_index_fastest(),
                   .bytes = {}};
  content.erase(0, begin + length);
  if (bytes_of_array(array) != content.size()) {
    fail_as_damaged(
        name, str("it has ", content.size(), " bytes of numbers, which its shape contradicts"));
  }
  array.bytes = std::move(content);
  return array;
}

NumpyArchive::NumpyArchive(const std::string& path) : path_(path), archive_(path) {
  for (const auto& member : archive_.members()) {
    const auto name = member.name.ends_with(kSuffix)
                          ? member.name.substr(0, member.name.size() - kSuffix.size())
                          : member.name;
    if (!members_.emplace(name, member).second)
      fail_as_damaged(path, str("the archive has two arrays ", name));
  }
}

std::vector<std::string> NumpyArchive::names() const {
  std::vector<std::string> names;
  for (const auto& [name, member] : members_) names.push_back(name);
  return names;
}

NumpyArray NumpyArchive::read(const std::string& name) const {
  return read_numpy_array(archive_.read(members_.at(name)), str(path_, ": ", name));
}

void write_numpy_archive(const std::string& path, const std::map<std::string, NumpyArray>& arrays) {
  ZipWriter archive(path);
  for (const auto& [name, array] : arrays) {
    archive.add(name + std::string(kSuffix), header_of(array) + array.bytes);
  }
  archive.commit();
}

}  // namespace regard::store
