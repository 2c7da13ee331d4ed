// Forms and query strings (serve/request_body.h).
#include "base/utf8.h"
#include "fuzz/target.h"
#include "regard/base/error.h"
#include "serve/request_body.h"

namespace regard::fuzz {
namespace {

/// Escapes every byte except letters as %XX.
std::string form_escaped(std::string_view text) {
  constexpr auto kDigits = "0123456789ABCDEF";
  std::string escaped;
  for (const char c : text) {
    const auto byte = static_cast<uint8_t>(c);
    if (c >= 'a' && c <= 'z') {
      escaped += c;
    } else {
      escaped += {'%', kDigits[byte / 16], kDigits[byte % 16]};
    }
  }
  return escaped;
}

}  // namespace

std::vector<std::string> seeds() {
  return {"q=Hello+world&source=en&target=fr&q=%C3%A9t%C3%A9",
          "a",
          "=b",
          "&&a==&b=%26%3D%25",
          "q=100%",
          "q=%zz",
          "q=%C3",
          "q[]=a&q[1]=b&q=c",
          "d[0].a=1&d[0][b]=2&d[3][a]=4",
          "d[0].a=1&d[0]=2",
          "q=\xC3\xA9&%00=%0a"};
}

void try_input(std::string_view input) {
  const auto fields = serve::read_form(input);
  std::string form;
  for (const auto& [name, value] : fields) {
    if (first_invalid_utf8(name) || first_invalid_utf8(value)) throw "a field is not UTF-8";
    if (serve::first_value(fields, name) == nullptr) throw "a field is not found";
    form += (form.empty() ? "" : "&") + form_escaped(name) + '=' + form_escaped(value);
  }
  if (serve::read_form(form) != fields) throw "a form written again has other fields";
  const auto object = serve::json_of_form(fields);
  for (const auto& [name, value] : fields) {
    const bool is_plain = name.find('[') == std::string::npos;
    if (is_plain && !object.contains(name)) throw "a field is not in the JSON";
  }
}

}  // namespace regard::fuzz
