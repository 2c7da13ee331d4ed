#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <utility>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/process.h"
#include "documents/encoding.h"
#include "documents/formats.h"
#include "documents/pdf_text.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

/// Reads the text of PDF documents with the program pdftotext.
namespace regard::documents {
namespace {

constexpr auto kProgram = "pdftotext";
constexpr size_t kMostText = 256 * limits::kMebibyte, kMostMemory = 512 * limits::kMebibyte;
constexpr std::chrono::seconds kMostTime(60);

/// The path of pdftotext; empty if it is not in a folder of PATH.
std::string program_path() {
  const auto* path = std::getenv("PATH");
  for (std::string_view rest = path != nullptr ? path : ""; !rest.empty();) {
    const size_t end = std::min(rest.find(':'), rest.size());
    const auto program = str(rest.substr(0, end), '/', kProgram);
    if (program.starts_with('/') && ::access(program.c_str(), X_OK) == 0) return program;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

/// Limits the resources that a damaged file can use.
void limit_resources() {
  const auto limit = [](auto resource, rlim_t most) {
    const rlimit both{.rlim_cur = most, .rlim_max = most};
    ::setrlimit(resource, &both);
  };
  limit(RLIMIT_AS, kMostMemory);
  limit(RLIMIT_FSIZE, kMostText);
  limit(RLIMIT_CPU, static_cast<rlim_t>(kMostTime.count()));
  limit(RLIMIT_CORE, 0);
}

/// Runs a command until it ends. Throws Error naming the file if it fails or takes too long.
void run(const std::vector<std::string>& command, const std::string& messages,
         const std::string& name) {
  ChildProcess child({.command = command, .output = messages, .before_start = limit_resources});
  const auto end = std::chrono::steady_clock::now() + kMostTime;
  auto code = child.exit_code();
  while (!code && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    code = child.exit_code();
  }
  if (code == 0) return;
  const auto all = is_there(messages) ? read_file(messages, limits::kMebibyte) : std::string();
  const auto line = all.substr(0, all.find('\n'));
  const auto why = !code          ? str("takes more than ", kMostTime.count(), " s")
                   : line.empty() ? str("ended with exit code ", *code)
                                  : "says: " + line;
  throw Error(str("cannot be read as PDF: ", kProgram, ' ', why), name,
              "save it without a password, or print it to a new PDF");
}

}  // namespace

bool has_pdf_reader() { return !program_path().empty(); }

std::unique_ptr<Document> read_pdf(File file, const DocumentOptions& options) {
  constexpr size_t kHead = 1024;
  if (file.bytes.substr(0, kHead).find("%PDF-") == std::string::npos) {
    throw Error("is not a PDF document", file.name, "check that its suffix matches its format");
  }
  const auto program = program_path();
  if (program.empty()) {
    throw Error(str("needs the program ", kProgram, ", which is not in PATH"), file.name,
                "install it (poppler-utils on Debian), or save the text of the document as .txt");
  }
  const ScratchFolder folder;
  const auto source = folder / "document.pdf", target = folder / "text";
  write_file_atomically(source, file.bytes);
  run({program, "-q", "-enc", "UTF-8", "-eol", "unix", source, target}, folder / "messages",
      file.name);
  const auto bytes = read_file(target, kMostText);
  if (options.before_unpacking) options.before_unpacking(bytes.size());
  const auto text = Encoding::of(bytes, Declares::nothing, file.name).decoded(bytes, file.name);
  auto paragraphs = paragraphs_of_pdf(text);
  if (paragraphs.empty()) {
    throw Error("has no text: its pages may be pictures", file.name,
                "recognize their text first, e.g. with ocrmypdf");
  }
  return read_plain_text({file.name, std::move(paragraphs)}, options);
}

}  // namespace regard::documents
