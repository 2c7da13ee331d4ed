#include "support/base/browser.h"

#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "regard/base/str.h"
#include "support/base/temporary_folder.h"

namespace regard::test {
namespace {

// The text as a JavaScript string that is safe in a <script>.
std::string javascript_string(const std::string& text) {
  std::string safe;
  for (const char letter : nlohmann::json(text).dump()) {
    safe += letter == '<' ? std::string("\\u003c") : std::string(1, letter);
  }
  return safe;
}

// The page is in a frame, because windows cannot be as narrow as a phone. A script before all
// others collects the page's errors.
std::string host(const std::string& page, int width, const std::string& script) {
  constexpr std::string_view collector =
      "<script>window.seen=[];addEventListener('error',e=>seen.push(e.message));"
      "console.error=(...all)=>seen.push(all.join(' '));</script>";
  auto watched = page;
  watched.insert(watched.find("<head>") + 6, collector);
  return str(
      "<!DOCTYPE html>\n<html><body style=\"margin:0\"><iframe style=\"border:0;width:", width,
      "px;height:2000px\"></iframe>\n<pre></pre>\n<script>\n"
      "const frame = document.querySelector('iframe');\n"
      "frame.onload = async () => {\n"
      "  const window = frame.contentWindow, document = window.document;\n"
      "  const run = async (window, document) => {",
      script,
      "};\n"
      "  let value = null;\n"
      "  try { value = await run(window, document); }\n"
      "  catch (error) { window.seen.push('the test: ' + error.stack); }\n"
      "  const found = JSON.stringify({value, errors: window.seen});\n"
      "  globalThis.document.querySelector('pre').textContent =\n"
      "      '[[' + encodeURIComponent(found) + ']]';\n"
      "};\n"
      "frame.srcdoc = ",
      javascript_string(watched), ";\n</script></body></html>\n");
}

std::string percent_decoded(const std::string& text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      decoded += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      decoded += text[i];
    }
  }
  return decoded;
}

}  // namespace

std::optional<Browser> Browser::find() {
  if (const char* named = std::getenv("REGARD_CHROMIUM")) return Browser(named);
  const char* path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    for (const char* name : {"chromium", "chromium-browser", "google-chrome", "chrome"}) {
      const auto program = folder + '/' + name;
      if (::access(program.c_str(), X_OK) == 0) return Browser(program);
    }
  }
  return std::nullopt;
}

std::string Browser::call(const std::string& arguments) const {
  const TemporaryFolder folder;
  // The pages are our own, so they need no sandbox, which many containers do not permit. Time is
  // virtual: the browser does not wait when the page is idle.
  const auto status = std::system(
      str("timeout 120 '", program_, "' --headless --no-sandbox --disable-gpu --no-first-run ",
          "--disable-dev-shm-usage --virtual-time-budget=20000 --user-data-dir='",
          folder / "profile", "' ", arguments, " > '", folder / "output", "' 2> '",
          folder / "errors", "'")
          .c_str());
  if (status != 0) throw std::runtime_error(program_ + ": " + folder.read("errors"));
  return folder.read("output");
}

nlohmann::json Browser::run(const std::string& page, int width, const std::string& script) const {
  const TemporaryFolder folder;
  const auto file = folder.write("host.html", host(page, width, script));
  const auto output = call(str("--window-size=1400,2100 --dump-dom 'file://", file, "'"));
  const auto begin = output.find("<pre>[["), end = output.find("]]</pre>");
  if (begin == std::string::npos || end == std::string::npos) {
    throw std::runtime_error("the page's test left no result");
  }
  return nlohmann::json::parse(percent_decoded(output.substr(begin + 7, end - begin - 7)));
}

std::string Browser::pdf(const std::string& page) const {
  const TemporaryFolder folder;
  const auto file = folder.write("page.html", page);
  call(
      str("--no-pdf-header-footer --print-to-pdf='", folder / "page.pdf", "' 'file://", file, "'"));
  return folder.read("page.pdf");
}

}  // namespace regard::test
