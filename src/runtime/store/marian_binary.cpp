#include "store/marian_binary.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "regard/base/error.h"
#include "regard/base/mapped_file.h"
#include "regard/base/str.h"

namespace regard::store {
namespace {

static_assert(std::endian::native == std::endian::little, "Marian's files are little-endian");

constexpr uint64_t kBinaryVersion = 1;

// A type code is the sum of a number class, the size of one number in bytes, and the layout of a
// matrix.
constexpr uint64_t kInt8 = 0x101, kFloat32 = 0x404, kFloat16 = 0x402, kFloat64 = 0x408;
constexpr uint64_t kLayouts = 0x1F800;  ///< bits for packed matrices and intgemm's layouts

/// Size in bytes of an intgemm integer in a layout independent of the processor; 0 for other types.
/// Bergamot's Marian and later versions of Marian number these types differently.
uint64_t bytes_of_intgemm(uint64_t type) {
  if (type == 0x4101 || type == 0x10001) return 1;
  if (type == 0x4102 || type == 0x10002) return 2;
  return 0;
}

/// Whether a matrix is an embedding, stored by rows; other integer matrices are stored transposed.
bool is_embedding(const std::string& name) { return name.find("Wemb") != std::string::npos; }

struct BinaryHeader {
  uint64_t name_size, type, rank, bytes;
};

/// The unread rest of a file.
class BinaryReader {
 public:
  BinaryReader(std::string_view bytes, const std::string& path) : bytes_(bytes), path_(path) {}

  [[noreturn]] void fail(const std::string& what,
                         const char* remedy = "use a complete copy") const {
    throw Error(what, path_, remedy, ExitCode::failure);
  }
  std::string_view take(uint64_t size) {
    if (size > bytes_.size()) fail("is truncated");
    const auto taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }
  template <class T>
  T number() {
    T number;
    std::memcpy(&number, take(sizeof(number)).data(), sizeof(number));
    return number;
  }
  size_t left() const { return bytes_.size(); }

 private:
  std::string_view bytes_;
  const std::string& path_;
};

std::vector<BinaryHeader> read_binary_headers(BinaryReader& reader) {
  if (reader.left() < 2 * sizeof(uint64_t) || reader.number<uint64_t>() != kBinaryVersion) {
    reader.fail("is not a Marian model, or has a version that regard does not read",
                "name a .bin written by marian-conv, or the .npz from which it was made");
  }
  const auto count = reader.number<uint64_t>();
  if (count > reader.left() / sizeof(BinaryHeader)) reader.fail("is truncated");
  std::vector<BinaryHeader> headers(count);
  for (auto& header : headers) header = reader.number<BinaryHeader>();
  return headers;
}

std::string read_binary_name(BinaryReader& reader, const BinaryHeader& header) {
  const auto name = reader.take(header.name_size);
  if (name.empty() || name.find('\0') != name.size() - 1) reader.fail("has a damaged name");
  return std::string(name.substr(0, name.size() - 1));
}

std::vector<int64_t> read_binary_shape(BinaryReader& reader, const BinaryHeader& header) {
  constexpr uint64_t kMostIndices = 8;
  if (header.rank > kMostIndices) reader.fail("has a damaged shape");
  std::vector<int64_t> shape;
  for (uint64_t i = 0; i < header.rank; ++i) {
    shape.push_back(reader.number<int32_t>());
    if (shape.back() < 0) reader.fail("has a damaged shape");
  }
  return shape;
}

/// The number of elements; empty if no memory could hold them.
std::optional<uint64_t> numbers_in(const std::vector<int64_t>& shape) {
  uint64_t numbers = 1;
  for (const int64_t extent : shape) {
    if (__builtin_mul_overflow(numbers, static_cast<uint64_t>(extent), &numbers)) {
      return std::nullopt;
    }
  }
  return numbers;
}

/// The type of numbers that are stored without quantization.
Dtype plain_type(BinaryReader& reader, const std::string& name, uint64_t type) {
  if (type == kInt8) return Dtype::i8;
  if (type == kFloat32) return Dtype::f32;
  if (type == kFloat16) return Dtype::f16;
  if (type == kFloat64) return Dtype::f64;
  if ((type & kLayouts) != 0) {
    reader.fail(str(name, " is packed for a specific kind of processor"),
                "use the .npz, or convert it: marian-conv --gemm-type intgemm8");
  }
  reader.fail(str(name, " has the type ", type, ", which regard does not read"));
}

/// Converts `count` integers and their multiplier to float32.
template <class Integer>
std::string dequantized(BinaryReader& reader, const std::string& name, std::string_view bytes,
                        uint64_t count) {
  float multiplier;
  if (bytes.size() < sizeof(multiplier) ||
      count > (bytes.size() - sizeof(multiplier)) / sizeof(Integer)) {
    reader.fail(str(name, " is incomplete"));
  }
  std::memcpy(&multiplier, bytes.data() + count * sizeof(Integer), sizeof(multiplier));
  if (!std::isfinite(multiplier) || multiplier <= 0) {
    reader.fail(str(name, " has the invalid multiplier ", multiplier));
  }
  std::string result(count * sizeof(float), '\0');
  const float scale = 1.0F / multiplier;
  for (uint64_t i = 0; i < count; ++i) {
    Integer integer;
    std::memcpy(&integer, bytes.data() + i * sizeof(Integer), sizeof(Integer));
    const float number = static_cast<float>(integer) * scale;
    std::memcpy(result.data() + i * sizeof(float), &number, sizeof(float));
  }
  return result;
}

NumpyArray read_binary_array(BinaryReader& reader, const std::string& name,
                             const BinaryHeader& header, std::vector<int64_t> shape) {
  const auto bytes = reader.take(header.bytes);
  const auto count = numbers_in(shape);
  if (!count || *count > bytes.size()) reader.fail(str(name, " is incomplete"));
  NumpyArray array;
  array.shape = std::move(shape);
  if (const auto size = bytes_of_intgemm(header.type); size > 0) {
    array.bytes = size == 1 ? dequantized<int8_t>(reader, name, bytes, *count)
                            : dequantized<int16_t>(reader, name, bytes, *count);
    array.first_index_fastest = !is_embedding(name) && array.shape.size() > 1;
    return array;
  }
  array.type = plain_type(reader, name, header.type);
  const auto size = static_cast<uint64_t>(size_of(array.type));
  if (*count > bytes.size() / size) reader.fail(str(name, " is incomplete"));
  array.bytes = bytes.substr(0, *count * size);  // without the padding
  return array;
}

}  // namespace

std::map<std::string, NumpyArray> parse_marian_binary(std::string_view bytes,
                                                      const std::string& path) {
  BinaryReader reader(bytes, path);
  const auto headers = read_binary_headers(reader);
  std::vector<std::string> names;
  for (const auto& header : headers) names.push_back(read_binary_name(reader, header));
  std::vector<std::vector<int64_t>> shapes;
  for (const auto& header : headers) shapes.push_back(read_binary_shape(reader, header));
  reader.take(reader.number<uint64_t>());
  std::map<std::string, NumpyArray> arrays;
  for (size_t i = 0; i < headers.size(); ++i) {
    auto array = read_binary_array(reader, names[i], headers[i], std::move(shapes[i]));
    if (!arrays.emplace(names[i], std::move(array)).second) {
      reader.fail(str("has two arrays ", names[i]));
    }
  }
  return arrays;
}

std::map<std::string, NumpyArray> read_marian_binary(const std::string& path) {
  const MappedFile file(path);
  const auto bytes = file.bytes();
  return parse_marian_binary({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, path);
}

}  // namespace regard::store
