#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/byte_source.h"

namespace regard {

/// A .zip archive (PKWARE's APPNOTE, with ZIP64), read where it lies: its members one at a time,
/// each from its beginning.
class ZipArchive {
 public:
  struct Member {
    std::string name;
    uint64_t header;  ///< where its local header stands in the file
    uint64_t packed, size;
    uint16_t method;    ///< 0 stored, 8 deflated
    uint32_t checksum;  ///< CRC-32 of its bytes
  };

  /// The most bytes of a member that read() returns: more than any array of a model has.
  static constexpr uint64_t kMostBytes = uint64_t{4} << 30U;

  /// Throws Error for a file that is not an archive, or is cut.
  explicit ZipArchive(const std::string& path);

  const std::vector<Member>& members() const { return members_; }
  /// The bytes of a member. Throws Error for a member that is encrypted or packed in another way,
  /// and reading does for one that is damaged.
  std::unique_ptr<ByteSource> open(const Member& member) const;
  /// All of them. Throws Error for more than kMostBytes.
  std::string read(const Member& member) const;

 private:
  std::string path_;
  std::vector<Member> members_;
};

}  // namespace regard
