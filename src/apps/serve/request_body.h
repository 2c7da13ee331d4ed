#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace regard::serve {

/// `text` with each %XX replaced with its byte; nullopt if a '%' lacks its two digits.
std::optional<std::string> without_percent_escapes(std::string_view text);

/// `text` with each %XX replaced with its byte; a '%' without two digits stays.
std::string unescaped(std::string_view text);

/// `text` with each %XX that stands for a letter, a digit or one of `-._~` decoded.
std::string with_plain_letters(std::string_view text);

/// `text` with each byte except letters, digits and `-._~` encoded as %XX: a segment of an address.
std::string percent_escaped(std::string_view text);

inline constexpr size_t kFormFields = 1'000;  // fields of a form, without its texts
inline constexpr size_t kFormParts = 100;     // parts of a multipart form

struct FormField {
  std::string name, value;

  bool operator==(const FormField&) const = default;
};

/// The fields of an application/x-www-form-urlencoded body or of a query string, in order; names
/// may repeat. A `%` that does not begin a %XX stays. Throws an Error for more than `most` fields,
/// and for bytes that are not UTF-8.
std::vector<FormField> read_form(std::string_view body, size_t most = kFormFields);

/// The fields of a form as a JSON object of strings. A repeated name, `name[]` or `name[0]` forms a
/// list of strings; `name[0].key` or `name[0][key]` forms a list of objects. Other names with
/// brackets are ignored. Of two values for one place, the first counts.
nlohmann::json json_of_form(std::vector<FormField> fields);

/// The value of the first field with this name, or nullptr.
const std::string* first_value(const std::vector<FormField>& fields, std::string_view name);

/// The value of a header such as Content-Type: `form-data; name="file"; filename="a.txt"`.
struct HeaderValue {
  std::string value;                              ///< in lowercase
  std::map<std::string, std::string> parameters;  ///< names in lowercase
};

/// Returns nullopt if `text` is malformed or a parameter occurs twice. In a quoted parameter, a
/// backslash escapes a quote or a backslash; before other characters it stays, because browsers
/// have sent Windows paths this way.
std::optional<HeaderValue> header_value(std::string_view text);

/// Like header_value(), for the headers of a form, in which some libraries omit quotes: `filename=a
/// b.txt`, `boundary=--=_x`.
std::optional<HeaderValue> header_value_of_form(std::string_view text);

/// The header Content-Disposition of a file to save under a name: in ASCII and, if it has other
/// characters, also as in RFC 8187.
std::string attachment(std::string_view name);

struct MultipartPart {
  std::string name;
  std::optional<std::string> filename;  ///< as given, but without folders; may be empty
  std::string content_type;             ///< as given; empty if missing
  std::string_view body;                ///< view of the part's bytes in the request's body
  std::shared_ptr<const std::string> decoded = {};  ///< what `body` views if it arrived encoded
};

/// The bytes of a part with a Content-Transfer-Encoding (RFC 2045): `base64` or
/// `quoted-printable`, in lowercase. Returns nullopt if the text is not in this encoding, or for
/// other encodings.
std::optional<std::string> without_transfer_encoding(std::string_view text,
                                                     std::string_view encoding);

/// The parts of a multipart/form-data body, in order (RFC 7578). `content_type` is the request's
/// header, with the boundary. Accepts what common libraries do: text before the first boundary and
/// after the last one, blanks after a boundary, and lines that all end in LF. Throws an Error for
/// other bodies, for more than `most` parts, and for names that are not UTF-8 or have control
/// characters.
std::vector<MultipartPart> read_multipart(std::string_view content_type, std::string_view body,
                                          size_t most = kFormParts);

/// The first part with this name, or nullptr.
const MultipartPart* first_part(const std::vector<MultipartPart>& parts, std::string_view name);

/// A value as JSON on one line. Bytes that are not UTF-8 become U+FFFD.
inline std::string json_text(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

inline constexpr int kRequestDepth = 64;             // nesting of lists and objects
inline constexpr size_t kRequestValues = 1'000'000;  // lists, objects and keys included

/// Position of the first byte that shows that the JSON is not UTF-8: UTF-16 has a null byte for
/// each ASCII character.
std::optional<size_t> first_not_of_utf8(std::string_view json);

/// A request's body as JSON. Throws Error if it is not valid UTF-8, is not JSON, or exceeds the
/// bounds above. The last value of a repeated key counts. Lone surrogates become U+FFFD.
nlohmann::json parse_request(std::string_view body);

/// A request's body as read by parse_request(). Its destructor allocates nothing, unlike the JSON
/// library's: a request can end while no memory is left.
class RequestJson {
 public:
  explicit RequestJson(nlohmann::json value) : value_(std::move(value)) {}
  ~RequestJson();
  RequestJson(const RequestJson&) = delete;
  RequestJson& operator=(const RequestJson&) = delete;

  nlohmann::json& operator*() { return value_; }
  const nlohmann::json& operator*() const { return value_; }

 private:
  nlohmann::json value_;
};

struct TextList {
  std::vector<std::string> texts;
  bool is_list;  ///< false: a single text
};

/// Reads the members of a JSON object by name and type. A missing or null member counts as absent;
/// a wrong type or a value out of range throws an Error that names the key.
class JsonRequest {
 public:
  /// `object` must outlive the reader. Throws Error if it is not a JSON object. `where` names it in
  /// errors: "glossary".
  explicit JsonRequest(const nlohmann::json& object, std::string where = {});

  std::optional<std::string> text(const std::string& key);
  /// A text, or a list of at most `most` texts.
  std::optional<TextList> texts(const std::string& key,
                                size_t most = std::numeric_limits<size_t>::max());
  std::optional<int64_t> integer(const std::string& key, int64_t least, int64_t most);
  std::optional<double> number(const std::string& key, double least, double most);
  std::optional<bool> flag(const std::string& key);
  std::optional<std::string> one_of(const std::string& key, const std::vector<std::string>& words);
  /// An object whose values are texts.
  std::optional<std::map<std::string, std::string>> text_map(const std::string& key);

  /// Throws Error if the key is missing or null.
  void require(const std::string& key) const;

  /// Throws Error for a key that was never read, naming the nearest key that was. Call this last.
  void refuse_other_keys() const;

 private:
  const nlohmann::json* find(const std::string& key);
  [[noreturn]] void refuse(const std::string& key, const nlohmann::json& value,
                           const std::string& expected) const;

  const nlohmann::json& object_;
  std::string where_;
  std::vector<std::string> known_;
};

}  // namespace regard::serve
