#pragma once
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace regard {

/// A sequential source of bytes, read a block at a time.
class ByteSource {
 public:
  static constexpr size_t kBlock = 1 << 16;

  ByteSource() = default;
  virtual ~ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  /// Appends roughly one block of bytes. At the end, appends nothing and returns false.
  virtual bool append(std::string& bytes) = 0;
};

/// The bytes of an open file, from its current position.
class DescriptorBytes : public ByteSource {
 public:
  /// Reads at most `size` bytes. The caller keeps ownership of the descriptor.
  DescriptorBytes(int descriptor, std::string name, uint64_t size = UINT64_MAX)
      : descriptor_(descriptor), name_(std::move(name)), left_(size) {}

  /// Appends a block, like ByteSource::append(). Throws Error naming the file.
  bool append(std::string& bytes) override;

 private:
  int descriptor_;
  std::string name_;
  uint64_t left_;
};

/// A defect in compressed bytes, such as "it ends too early". The catcher adds the file's name.
struct DamagedBytes : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The decompressed content of .gz bytes (RFC 1952): one or more members, with optional zeros after
/// them.
class GunzippedBytes : public ByteSource {
 public:
  /// `begun`: bytes that were already read from `compressed`.
  GunzippedBytes(ByteSource& compressed, std::string begun);
  ~GunzippedBytes() override;

  /// Appends a block, like ByteSource::append(). Throws DamagedBytes.
  bool append(std::string& bytes) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Whether bytes start with the magic number of .gz, which is not valid UTF-8.
bool are_gzipped(const std::string& beginning);

}  // namespace regard
