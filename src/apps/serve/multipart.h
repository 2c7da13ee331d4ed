#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regard::serve {

struct MultipartPart {
  std::string name;
  std::optional<std::string> filename;  ///< as given, but without folders; may be empty
  std::string content_type;             ///< as given; empty if it is not
  std::string_view body;                ///< of the request's body
};

/// The parts of a multipart/form-data body, in order (RFC 7578). `content_type` is the request's
/// header, with the boundary. Throws an Error for whatever is not exactly such a body, for more
/// than `most` parts, and for names that are not UTF-8 or have control characters.
std::vector<MultipartPart> read_multipart(std::string_view content_type, std::string_view body,
                                          size_t most = 100);

/// The first part of this name, or nullptr.
const MultipartPart* first_part(const std::vector<MultipartPart>& parts, std::string_view name);

}  // namespace regard::serve
