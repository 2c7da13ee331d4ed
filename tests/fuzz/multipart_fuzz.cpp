// Bodies of multipart/form-data (serve/request_body.h). The first line of an input is the
// Content-Type header, the rest is the body.
#include <algorithm>

#include "base/utf8.h"
#include "fuzz/changed_seeds.h"
#include "fuzz/target.h"
#include "serve/request_body.h"

namespace regard::fuzz {
namespace {

const std::string kForm =
    "multipart/form-data; boundary=xyz\n"
    "--xyz\r\nContent-Disposition: form-data; name=\"q\"\r\n\r\nHello\r\nworld\r\n"
    "--xyz\r\nContent-Disposition: form-data; name=\"file\"; filename=\"C:\\a\\b.txt\"\r\n"
    "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: binary\r\n\r\n"
    "\r\n--xy\r\n\r\n--xyz--\r\n";
const std::string kQuoted =
    "Multipart/Form-Data; charset=x; boundary=\"a b:c\"\n"
    "--a b:c\r\ncontent-disposition: form-data; name=\"a\\\"b\\\\\"; "
    "filename*=UTF-8''%C3%A9.txt\r\n"
    "\r\n\r\n--a b:c--";

const std::string kOfOtherLibraries =
    "multipart/form-data; boundary=--=_x\n"
    "A preamble\n----=_x \nContent-Disposition: attachment; name=\"a%22\"; filename=a b.txt\n\n"
    "a\n----=_x--\t\nAn epilogue";

}  // namespace

std::vector<std::string> seeds() {
  std::vector<std::string> inputs = {kForm, kQuoted, "multipart/form-data; boundary=x\n--x--",
                                     kOfOtherLibraries};
  append(inputs, changed(inputs, {{.from = "--xyz--", .to = "--xyz"},
                                  {.from = "name=\"q\"", .to = "name=q; name=r"},
                                  {.from = "form-data; name", .to = "attachment; name"},
                                  {.from = "binary", .to = "base64"},
                                  {.from = "C:\\a\\b.txt", .to = "../.."},
                                  {.from = "UTF-8''", .to = "latin-1''"},
                                  {.from = "boundary=xyz", .to = "boundary="},
                                  {.from = "\r\n\r\nHello", .to = "\r\nHello"}}));
  return inputs;
}

void try_input(std::string_view input) {
  const auto line = input.substr(0, input.find('\n'));
  const auto body = input.substr(std::min(line.size() + 1, input.size()));
  for (const auto& part : serve::read_multipart(line, body)) {
    const bool is_within = part.body.data() >= body.data() &&
                           part.body.data() + part.body.size() <= body.data() + body.size();
    if (!is_within) throw "a part lies outside of the body";
    const auto file = part.filename.value_or("");
    if (file.find_first_of("/\\") != std::string::npos || file == "..") throw "a file has a folder";
    for (const auto& text : {part.name, file, part.content_type}) {
      if (first_invalid_utf8(text)) throw "a name is not UTF-8";
      if (text.find_first_of(std::string("\r\n\0", 3)) != std::string::npos) {
        throw "a name has several lines";
      }
    }
  }
}

}  // namespace regard::fuzz
