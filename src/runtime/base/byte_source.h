#pragma once
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace regard {

/// Bytes that are read from the first to the last, a block at a time.
class ByteSource {
 public:
  static constexpr size_t kBlock = 1 << 16;

  ByteSource() = default;
  virtual ~ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  /// Appends the next bytes, about a block. False at the end, where it appends nothing.
  virtual bool append(std::string& bytes) = 0;
};

/// The bytes of an open file from where it stands.
class DescriptorBytes : public ByteSource {
 public:
  /// At most `size` bytes. The descriptor stays the caller's.
  DescriptorBytes(int descriptor, std::string name, uint64_t size = UINT64_MAX)
      : descriptor_(descriptor), name_(std::move(name)), left_(size) {}

  /// Throws Error, naming the file.
  bool append(std::string& bytes) override;

 private:
  int descriptor_;
  std::string name_;
  uint64_t left_;
};

/// What is wrong with compressed bytes: "it ends too early". Whoever knows the file names it.
struct DamagedBytes : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The bytes that .gz bytes (RFC 1952) hold: one member or several, and zeros behind them.
class GunzippedBytes : public ByteSource {
 public:
  /// `begun`: bytes that were read from `compressed` already.
  GunzippedBytes(ByteSource& compressed, std::string begun);
  ~GunzippedBytes() override;

  /// Throws DamagedBytes.
  bool append(std::string& bytes) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Whether bytes begin as a .gz file does. No UTF-8 text begins so.
bool are_gzipped(const std::string& beginning);

}  // namespace regard
