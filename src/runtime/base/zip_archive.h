#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/byte_source.h"

namespace regard {

/// A .zip archive (PKWARE's APPNOTE, with ZIP64), read in place: its members one at a time, each
/// from its beginning.
class ZipArchive {
 public:
  struct Member {
    std::string name;
    uint64_t header;  ///< offset of the member's local header in the file
    uint64_t packed, size;
    uint16_t method;    ///< 0: stored; 8: deflated
    uint32_t checksum;  ///< CRC-32 of the uncompressed bytes
  };

  /// Maximum size of a member for read(): more than any array of a model needs.
  static constexpr uint64_t kMostBytes = uint64_t{4} << 30U;

  /// Throws Error for a file that is not an archive or is truncated.
  explicit ZipArchive(const std::string& path);

  const std::vector<Member>& members() const { return members_; }
  /// The bytes of a member. Throws Error if the member is encrypted or uses a different compression
  /// method; reading throws if it is damaged.
  std::unique_ptr<ByteSource> open(const Member& member) const;
  /// All bytes of a member. Throws Error for more than kMostBytes.
  std::string read(const Member& member) const;

 private:
  std::string path_;
  std::vector<Member> members_;
};

}  // namespace regard
