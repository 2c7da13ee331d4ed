#include "interop/tensor_file.h"

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::interop {
namespace {

using store::Dtype;

struct TypeRow {
  Dtype stored;
  torch::ScalarType type;
};
constexpr TypeRow kStoredTypes[] = {{Dtype::f64, torch::kFloat64}, {Dtype::f32, torch::kFloat32},
                                    {Dtype::f16, torch::kFloat16}, {Dtype::bf16, torch::kBFloat16},
                                    {Dtype::i64, torch::kInt64},   {Dtype::i32, torch::kInt32},
                                    {Dtype::i16, torch::kInt16},   {Dtype::i8, torch::kInt8},
                                    {Dtype::u8, torch::kUInt8},    {Dtype::boolean, torch::kBool}};

}  // namespace

torch::ScalarType scalar_type(Dtype type) { return kStoredTypes[static_cast<size_t>(type)].type; }

Dtype dtype_of(torch::ScalarType type) {
  for (const auto& known : kStoredTypes) {
    if (type == known.type) return known.stored;
  }
  throw Error(regard::str("safetensors has no type for ", c10::toString(type)), "", "",
              ExitCode::failure);
}

std::span<std::byte> bytes_of(const torch::Tensor& tensor) {
  return {static_cast<std::byte*>(tensor.data_ptr()),
          static_cast<size_t>(tensor.numel()) * tensor.element_size()};
}

torch::Tensor read_tensor(store::SafetensorsReader& file, const std::string& name) {
  const auto& entry = file.entries().at(name);
  auto tensor = torch::empty(entry.shape, scalar_type(entry.type));
  file.read(name, bytes_of(tensor));
  return tensor;
}

SafetensorsFile read_safetensors(const std::string& path) {
  store::SafetensorsReader reader(path);
  SafetensorsFile file{.tensors = {}, .metadata = reader.metadata()};
  for (const auto& [name, entry] : reader.entries()) {
    file.tensors.emplace(name, read_tensor(reader, name));
  }
  return file;
}

void write_safetensors(const std::string& path, const std::map<std::string, torch::Tensor>& tensors,
                       const std::map<std::string, std::string>& metadata) {
  std::map<std::string, store::TensorShape> shapes;
  for (const auto& [name, tensor] : tensors) {
    shapes[name] = {dtype_of(tensor.scalar_type()), tensor.sizes().vec()};
  }
  torch::Tensor plain;  // what is written
  store::write_safetensors(
      path, shapes,
      [&](const std::string& name) {
        plain = tensors.at(name).detach().to(torch::kCPU).contiguous();
        return std::span<const std::byte>(bytes_of(plain));
      },
      metadata);
}

}  // namespace regard::interop
