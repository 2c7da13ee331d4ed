#include "interop/foreign_tensors.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "interop/load_model.h"
#include "interop/transformer_weights.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/marian_binary.h"
#include "store/numpy_archive.h"
#include "store/torch_file.h"

namespace regard::interop {
namespace {

using Tensors = std::map<std::string, torch::Tensor>;

torch::Tensor tensor_of_array(const store::NumpyArray& array) {
  auto shape = array.shape;
  if (array.first_index_fastest) std::ranges::reverse(shape);
  auto tensor = torch::empty(shape, scalar_type(array.type));
  if (!array.bytes.empty()) {
    std::memcpy(tensor.data_ptr(), array.bytes.data(), array.bytes.size());
  }
  if (!array.first_index_fastest) return tensor;
  std::vector<int64_t> reversed(shape.size());
  for (size_t i = 0; i < shape.size(); ++i) {
    reversed[i] = static_cast<int64_t>(shape.size() - 1 - i);
  }
  return tensor.permute(reversed).contiguous();
}

}  // namespace

ForeignTensors::ForeignTensors(Tensors tensors, std::string path)
    : tensors_(std::move(tensors)), path_(std::move(path)) {}

ForeignTensors ForeignTensors::of_safetensors(const std::string& path) {
  return {read_safetensors(path).tensors, path};
}

ForeignTensors ForeignTensors::of_torch_file(const std::string& path) {
  const store::TorchFile file(path);
  Tensors tensors;
  for (const auto& [name, entry] : file.entries()) {
    auto storage = file.storage_of(entry);
    const auto size = static_cast<int64_t>(storage.size()) / store::size_of(entry.type);
    const auto numbers = torch::from_blob(storage.data(), {size}, scalar_type(entry.type));
    tensors[name] = numbers.as_strided(entry.shape, entry.strides, entry.offset)
                        .clone(torch::MemoryFormat::Contiguous);
  }
  return {std::move(tensors), path};
}

ForeignTensors ForeignTensors::of_numpy_archive(const std::string& path) {
  const store::NumpyArchive archive(path);
  Tensors tensors;
  for (const auto& name : archive.names()) tensors[name] = tensor_of_array(archive.read(name));
  return {std::move(tensors), path};
}

ForeignTensors ForeignTensors::of_marian_binary(const std::string& path) {
  Tensors tensors;
  for (const auto& [name, array] : store::read_marian_binary(path)) {
    tensors[name] = tensor_of_array(array);
  }
  return {std::move(tensors), path};
}

const torch::Tensor& ForeignTensors::at(const std::string& name) const {
  const auto found = tensors_.find(name);
  if (found == tensors_.end()) fail(str("has no tensor ", name));
  return found->second;
}

torch::Tensor ForeignTensors::take(const std::string& name, const std::vector<int64_t>& shape) {
  taken_.insert(name);
  const auto weight = tensor_of(tensors_, name, shape, path_);
  const auto type = at(name).scalar_type();
  if (!at(name).is_floating_point()) {
    fail(str(name, " has numbers of type ", torch::toString(type),
             ", but weights are floating-point numbers"));
  }
  if (!torch::isfinite(weight).all().item<bool>()) {
    fail(str(name, " has a number that is NaN or infinite"));
  }
  return weight;
}

void ForeignTensors::leave_out(const std::string& ending) {
  for (const auto& [name, tensor] : tensors_) {
    if (name.ends_with(ending)) taken_.insert(name);
  }
}

void ForeignTensors::check_copy(const std::string& name, const torch::Tensor& weight) {
  if (!has(name)) return;
  if (!take(name, weight.sizes().vec()).equal(weight)) {
    fail(str(name, " differs from the tensor it should copy"));
  }
}

bool ForeignTensors::are_equal(const std::string& name, const std::string& other) const {
  return has(name) && has(other) && tensors_.at(name).equal(tensors_.at(other));
}

void ForeignTensors::check_all_taken() const {
  for (const auto& [name, tensor] : tensors_) {
    if (taken_.contains(name)) continue;
    throw Error(str("has an unexpected tensor: ", name), path_,
                "name a different model: regard does not support this architecture, or the file "
                "belongs to a different model",
                ExitCode::failure);
  }
}

void ForeignTensors::fail(const std::string& what) const {
  throw Error(what, path_, "use a complete copy", ExitCode::failure);
}

}  // namespace regard::interop
