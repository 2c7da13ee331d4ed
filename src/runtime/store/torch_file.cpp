#include "store/torch_file.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "base/files.h"
#include "regard/base/error.h"
#include "regard/base/mapped_file.h"
#include "regard/base/str.h"
#include "store/pickle.h"

namespace regard::store {
namespace {

using Kind = Pickle::Kind;

/// Maximum bytes of a pickle with names and shapes.
constexpr uint64_t kPickleBytes = uint64_t{16} << 20U;

constexpr const char* kNewMap = "collections.OrderedDict";
constexpr const char* kNewTensor = "torch._utils._rebuild_tensor_v2";
constexpr const char* kNewParameter = "torch._utils._rebuild_parameter";

/// Storage classes, in the order of Dtype.
constexpr const char* kStorages[] = {
    "torch.DoubleStorage", "torch.FloatStorage", "torch.HalfStorage",  "torch.BFloat16Storage",
    "torch.LongStorage",   "torch.IntStorage",   "torch.ShortStorage", "torch.CharStorage",
    "torch.ByteStorage",   "torch.BoolStorage"};

/// All functions that a pickle of tensors may name.
constexpr const char* kFunctions[] = {kNewMap,      kNewTensor,   kNewParameter, kStorages[0],
                                      kStorages[1], kStorages[2], kStorages[3],  kStorages[4],
                                      kStorages[5], kStorages[6], kStorages[7],  kStorages[8],
                                      kStorages[9]};

std::optional<Dtype> type_of_storage(const std::string& name) {
  const auto* const found = std::ranges::find(kStorages, name);
  if (found == std::end(kStorages)) return std::nullopt;
  return static_cast<Dtype>(found - std::begin(kStorages));
}

/// Takes a little-endian number off the front; empty if too few bytes are left.
std::optional<uint64_t> take_number(std::string_view& rest) {
  uint64_t number = 0;
  if (rest.size() < sizeof(number)) return std::nullopt;
  for (size_t i = sizeof(number); i > 0; --i) {
    number = number << 8U | static_cast<unsigned char>(rest[i - 1]);
  }
  rest.remove_prefix(sizeof(number));
  return number;
}

}  // namespace

/// Reads the tensors that a pickle describes into a TorchFile.
class TensorsOfPickle {
 public:
  TensorsOfPickle(const Pickle& pickle, TorchFile& file) : pickle_(pickle), file_(file) {}

  void read() {
    const auto& map = pickle_.at(pickle_.root);
    const bool is_map = map.kind == Kind::map || (map.kind == Kind::call && calls(map, kNewMap));
    if (!is_map) file_.fail("it is not a map of tensors");
    for (size_t i = 0; i + 1 < map.entries.size(); i += 2) {
      const auto& name = pickle_.at(map.entries[i]);
      if (name.kind != Kind::text) file_.fail("a tensor has no name");
      const auto entry = tensor(pickle_.at(map.entries[i + 1]), name.text);
      if (!file_.entries_.emplace(name.text, entry).second) {
        file_.fail(str("it has two tensors ", name.text));
      }
    }
  }

 private:
  bool calls(const Pickle::Node& call, std::string_view function) const {
    const auto& callee = pickle_.at(call.items[0]);
    return callee.kind == Kind::function && callee.text == function;
  }

  const Pickle::Node& argument(const Pickle::Node& call, size_t place) const {
    const auto& arguments = pickle_.at(call.items[1]);
    if (arguments.kind != Kind::list || arguments.items.size() <= place) {
      file_.fail("a tensor lacks a part");
    }
    return pickle_.at(arguments.items[place]);
  }

  int64_t integer(const Pickle::Node& node) const {
    if (node.kind != Kind::integer || node.number < 0) file_.fail("a tensor has an invalid number");
    return node.number;
  }

  std::vector<int64_t> integers(const Pickle::Node& list) const {
    if (list.kind != Kind::list) file_.fail("a tensor has no list of numbers");
    std::vector<int64_t> numbers;
    for (const size_t item : list.items) numbers.push_back(integer(pickle_.at(item)));
    return numbers;
  }

  TorchFile::Entry tensor(const Pickle::Node& value, const std::string& name) {
    const auto* call = &value;
    if (call->kind == Kind::call && calls(*call, kNewParameter)) call = &argument(*call, 0);
    if (call->kind != Kind::call || !calls(*call, kNewTensor)) {
      file_.fail(str(name, " is not a tensor"));
    }
    TorchFile::Entry entry;
    entry.storage = storage(argument(*call, 0));
    entry.type = file_.storages_.at(entry.storage).type;
    entry.offset = integer(argument(*call, 1));
    entry.shape = integers(argument(*call, 2));
    entry.strides = integers(argument(*call, 3));
    check_is_plain(*call, name);
    file_.check(name, entry);
    return entry;
  }

  /// The last of the seven arguments, if present,
  /// marks a tensor as a negated or conjugated view.
  void check_is_plain(const Pickle::Node& call, const std::string& name) const {
    constexpr size_t kMetadata = 6;
    if (pickle_.at(call.items[1]).items.size() <= kMetadata) return;
    const auto& metadata = argument(call, kMetadata);
    const bool is_empty =
        metadata.kind == Kind::none || (metadata.kind == Kind::map && metadata.entries.empty());
    if (!is_empty) file_.fail(str(name, " is a view of negated or conjugated numbers"));
  }

  /// Reads ('storage', torch.FloatStorage, name, device, count), plus None in older files.
  std::string storage(const Pickle::Node& reference) {
    constexpr size_t kSize = 5;
    const Pickle::Node* tuple =
        reference.kind == Kind::persistent ? &pickle_.at(reference.items[0]) : nullptr;
    if (tuple == nullptr || tuple->kind != Kind::list || tuple->items.size() < kSize) {
      file_.fail("a tensor has no storage");
    }
    const auto part = [&](size_t place) { return pickle_.at(tuple->items[place]); };
    const auto type = type_of_storage(part(1).text);
    const auto name = part(2);
    if (!type || name.kind != Kind::text) file_.fail("a storage has no type or name");
    if (tuple->items.size() > kSize && part(kSize).kind != Kind::none) {
      file_.fail("a storage is a part of another");
    }
    const TorchFile::Storage storage{*type, static_cast<uint64_t>(integer(part(4))), 0};
    const auto [known, is_new] = file_.storages_.emplace(name.text, storage);
    if (!is_new && (known->second.type != storage.type || known->second.size != storage.size)) {
      file_.fail(str("storage ", name.text, " has two types or sizes"));
    }
    return name.text;
  }

  const Pickle& pickle_;
  TorchFile& file_;
};

TorchFile::TorchFile(const std::string& path) : path_(path) {
  size_of_regular_file(path);
  const MappedFile file(path);
  const std::string_view bytes(reinterpret_cast<const char*>(file.bytes().data()),
                               file.bytes().size());
  if (bytes.starts_with("PK")) {
    read_archive();
  } else {
    read_pickles(bytes);
  }
}

void TorchFile::fail(const std::string& what) const {
  throw Error(str("damaged torch.save file: ", what), path_, "use a complete copy",
              ExitCode::failure);
}

void TorchFile::check(const std::string& name, const Entry& entry) const {
  const auto& storage = storages_.at(entry.storage);
  constexpr auto kMost =
      static_cast<uint64_t>(std::numeric_limits<int64_t>::max()) / sizeof(double);
  auto last = static_cast<uint64_t>(entry.offset);
  uint64_t numbers = 1;
  bool fits = entry.strides.size() == entry.shape.size() && storage.size <= kMost;
  for (size_t i = 0; fits && i < entry.shape.size(); ++i) {
    const auto extent = static_cast<uint64_t>(entry.shape[i]);
    uint64_t step = 0;
    fits = !__builtin_mul_overflow(numbers, extent, &numbers) &&
           !__builtin_mul_overflow(extent == 0 ? 0 : extent - 1,
                                   static_cast<uint64_t>(entry.strides[i]), &step) &&
           !__builtin_add_overflow(last, step, &last);
  }
  // A stride of 0 would let a small file describe a huge tensor.
  if (!fits || numbers > storage.size || (numbers > 0 && last >= storage.size)) {
    fail(str(name, " lies outside its storage"));
  }
}

void TorchFile::read_archive() {
  archive_ = std::make_unique<ZipArchive>(path_);
  constexpr std::string_view kPickle = "/data.pkl";
  const auto& members = archive_->members();
  const auto pickle = std::ranges::find_if(
      members, [&](const auto& member) { return member.name.ends_with(kPickle); });
  if (pickle == members.end()) fail("its archive has no data.pkl");
  folder_ = pickle->name.substr(0, pickle->name.size() - kPickle.size());
  if (pickle->size > kPickleBytes) fail("its names and shapes take too many bytes");
  const auto text = archive_->read(*pickle);
  std::string_view rest = text;
  const auto content = take_pickle(rest, kFunctions, path_);
  TensorsOfPickle(content, *this).read();
  for (const auto& member : members) {
    if (member.name == folder_ + "/byteorder" && archive_->read(member) != "little") {
      fail("its numbers are big-endian");
    }
  }
}

/// The file has a magic number, a version, machine facts, tensors and storage names; then the size
/// and the numbers of each storage.
void TorchFile::read_pickles(std::string_view bytes) {
  auto head = bytes.substr(0, kPickleBytes);
  const auto take = [&] { return take_pickle(head, kFunctions, path_); };
  for (int i = 0; i < 3; ++i) take();
  const auto content = take();
  TensorsOfPickle(content, *this).read();
  const auto names = take();
  auto rest = bytes.substr(std::min<size_t>(bytes.size(), kPickleBytes) - head.size());
  for (const size_t item : names.at(names.root).items) {
    const auto found = storages_.find(names.at(item).text);
    const auto size = take_number(rest);
    if (found == storages_.end() || size != found->second.size) {
      fail("it has a storage without a tensor");
    }
    auto& storage = found->second;
    storage.begin = bytes.size() - rest.size();
    const auto bytes_of_number = static_cast<uint64_t>(store::size_of(storage.type));
    if (storage.size > rest.size() / bytes_of_number) fail("it is truncated");
    rest.remove_prefix(storage.size * bytes_of_number);
  }
  for (const auto& [name, storage] : storages_) {
    if (storage.begin == 0) fail(str("it lacks the storage ", name));
  }
}

std::string TorchFile::storage_of(const Entry& entry) const {
  const auto& storage = storages_.at(entry.storage);
  const auto size = storage.size * static_cast<uint64_t>(store::size_of(storage.type));
  if (!archive_) {
    const MappedFile file(path_);
    if (storage.begin + size > file.bytes().size()) fail("it is truncated");
    const auto bytes = file.bytes().subspan(storage.begin, size);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }
  const auto name = str(folder_, "/data/", entry.storage);
  for (const auto& member : archive_->members()) {
    if (member.name != name) continue;
    if (member.size < size) fail(str("storage ", entry.storage, " is too small"));
    return archive_->read(member);
  }
  fail(str("it lacks the storage ", entry.storage));
}

}  // namespace regard::store
