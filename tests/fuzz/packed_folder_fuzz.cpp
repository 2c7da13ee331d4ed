// Packed folders (base/packed_folder.h).
#include <unistd.h>

#include <filesystem>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/packed_folder.h"
#include "fuzz/memory_file.h"
#include "fuzz/target.h"
#include "regard/base/error.h"
#include "regard/base/mapped_file.h"

namespace regard::fuzz {
namespace {

constexpr size_t kBlock = 512, kChecksum = 148, kChecksumSize = 8, kMagic = 257;

/// Corrects the byte sum of a header.
void mend_header(std::string& bytes, size_t at) {
  bytes.replace(at + kChecksum, kChecksumSize, kChecksumSize, ' ');
  unsigned sum = 0;
  for (size_t i = at; i < at + kBlock; ++i) sum += static_cast<unsigned char>(bytes[i]);
  for (size_t digit = 7; digit-- > 0; sum /= 8) {
    bytes[at + kChecksum + digit] = static_cast<char>('0' + sum % 8);
  }
  bytes[at + kChecksum + 7] = '\0';
}

}  // namespace

std::vector<std::string> seeds() {
  const ScratchFolder folder;
  const auto packed = folder / "packed";
  const auto pack = [&](const std::vector<std::string>& names) {
    std::vector<std::filesystem::path> files;
    for (const auto& name : names) {
      files.emplace_back(folder / name);
      write_file_atomically(files.back(), std::string(name.size() * 100, 'x'));
    }
    write_packed_folder(packed, files);
    return read_file(packed);
  };
  auto whole = pack({"config.yaml", "model.safetensors", "tokenizer.model"});
  auto newer = whole;
  newer.replace(newer.find("version 1"), 9, "version 9");
  return {pack({}), pack({"a"}), whole, newer, whole.substr(0, whole.size() - kBlock), whole + "x"};
}

std::string repaired(const std::string& /*before*/, std::string after) {
  for (size_t at = 0; at + kBlock <= after.size(); at += kBlock) {
    if (after.compare(at + kMagic, 5, "ustar") == 0) mend_header(after, at);
  }
  return after;
}

void try_input(std::string_view input) {
  const MemoryFile file(input);
  if (!is_packed_folder(file.path())) return;
  uint64_t bytes = 0;
  for (const auto& name : files_of_packed_folder(file.path())) {
    const auto path = file.path() + "/" + name;
    bytes += size_of_regular_file(path);
    if (read_file(path).size() != MappedFile(path).bytes().size()) throw "a file has two sizes";
  }
  if (bytes > input.size()) throw "the files are larger than what holds them";
  check_packed_folder(file.path());
}

}  // namespace regard::fuzz
