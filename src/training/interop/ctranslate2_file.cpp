#include "interop/ctranslate2_variables.h"

#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

#include "base/atomic_file.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::interop {
namespace {

constexpr uint32_t kVersion = 6;
/// Types in the order of their codes in the file.
constexpr torch::ScalarType kTypes[] = {torch::kFloat32, torch::kInt8,    torch::kInt16,
                                        torch::kInt32,   torch::kFloat16, torch::kBFloat16};
constexpr uint8_t kMostDimensions = 8;

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path), bytes_(read_file(path)), left_(bytes_) {}

  Ctranslate2File read() {
    const auto version = number<uint32_t>();
    if (version != kVersion) {
      throw Error(regard::str("has binary version ", version, ", but regard reads ", kVersion),
                  path_, "convert the model again with CTranslate2 4", ExitCode::failure);
    }
    Ctranslate2File file;
    file.specification = text();
    file.revision = number<uint32_t>();
    for (auto count = number<uint32_t>(); count > 0; --count) {
      const auto name = text();
      if (!file.variables.emplace(name, variable(name)).second) fail(name + " occurs twice");
    }
    for (auto count = number<uint32_t>(); count > 0; --count) {
      const auto alias = text();
      const auto name = text();
      if (!file.variables.contains(name)) fail(alias + " refers to " + name + ", which is missing");
      file.aliases[alias] = name;
    }
    if (!left_.empty()) fail(regard::str(left_.size(), " bytes follow its end"));
    return file;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw Error("is not a complete CTranslate2 model: " + what, path_,
                "use a complete copy: this one was truncated or changed", ExitCode::failure);
  }

  std::string_view take(uint64_t count) {
    if (count > left_.size()) fail(regard::str("it ends ", count - left_.size(), " bytes early"));
    const auto taken = left_.substr(0, count);
    left_.remove_prefix(count);
    return taken;
  }

  template <class Number>
  Number number() {
    Number value{};
    std::memcpy(&value, take(sizeof(value)).data(), sizeof(value));
    return value;
  }

  /// Reads a string, whose stored length includes the terminating zero.
  std::string text() {
    const auto bytes = take(number<uint16_t>());
    if (bytes.empty() || bytes.back() != '\0') fail("a name has no end");
    return std::string(bytes.substr(0, bytes.size() - 1));
  }

  torch::Tensor variable(const std::string& name) {
    const auto dimensions = number<uint8_t>();
    if (dimensions > kMostDimensions) fail(regard::str(name, " has too many dimensions"));
    std::vector<int64_t> shape;
    uint64_t elements = 1;
    for (uint8_t i = 0; i < dimensions; ++i) {
      const auto extent = number<uint32_t>();
      if (extent == 0) fail(name + " is empty");
      if (elements > bytes_.size() / extent) fail(name + " is larger than the file");
      elements *= extent;
      shape.push_back(extent);
    }
    const auto type = number<uint8_t>();
    if (type >= std::size(kTypes)) fail(regard::str(name, " has the unknown type ", int{type}));
    const auto size = number<uint32_t>();
    if (size != elements * c10::elementSize(kTypes[type])) {
      fail(regard::str(name, " has ", size, " bytes, which does not match its shape and type"));
    }
    const auto bytes = take(size);
    auto tensor = torch::empty(shape, kTypes[type]);
    std::memcpy(tensor.mutable_data_ptr(), bytes.data(), bytes.size());
    return tensor;
  }

  std::string path_;
  std::string bytes_;
  std::string_view left_;
};

class Writer {
 public:
  explicit Writer(const std::string& path) : file_(path) {}

  void write(const Ctranslate2File& content) {
    number(kVersion);
    text(content.specification);
    number(content.revision);
    number(static_cast<uint32_t>(content.variables.size()));
    for (const auto& [name, tensor] : content.variables) {
      text(name);
      variable(name, tensor);
    }
    number(static_cast<uint32_t>(content.aliases.size()));
    for (const auto& [alias, name] : content.aliases) {
      text(alias);
      text(name);
    }
    file_.commit();
  }

 private:
  template <class Number>
  void number(Number value) {
    file_.write({reinterpret_cast<const char*>(&value), sizeof(value)});
  }

  void text(const std::string& text) {
    number(static_cast<uint16_t>(text.size() + 1));
    file_.write(text);
    number(char{0});
  }

  void variable(const std::string& name, const torch::Tensor& tensor) {
    number(static_cast<uint8_t>(tensor.dim()));
    for (const int64_t extent : tensor.sizes()) number(static_cast<uint32_t>(extent));
    const auto* type = std::find(std::begin(kTypes), std::end(kTypes), tensor.scalar_type());
    TORCH_CHECK(type != std::end(kTypes), "write_ctranslate2: ", name, " has an unknown type");
    number(static_cast<uint8_t>(type - std::begin(kTypes)));
    const auto plain = tensor.contiguous();
    TORCH_CHECK(plain.nbytes() <= std::numeric_limits<uint32_t>::max(), "write_ctranslate2: ", name,
                " is too large");
    number(static_cast<uint32_t>(plain.nbytes()));
    file_.write({static_cast<const char*>(plain.const_data_ptr()), plain.nbytes()});
  }

  AtomicFile file_;
};

}  // namespace

Ctranslate2File read_ctranslate2(const std::string& path) { return Reader(path).read(); }

void write_ctranslate2(const std::string& path, const Ctranslate2File& file) {
  Writer(path).write(file);
}

}  // namespace regard::interop
