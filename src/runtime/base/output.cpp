#include "base/output.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <system_error>
#include <utility>

#include "base/descriptor.h"
#include "base/printable.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard {
namespace {

constexpr size_t kBufferSize = size_t{1} << 16;

void write_bytes(std::string_view bytes) {
  if (write_all(STDOUT_FILENO, bytes)) return;
  if (errno == EPIPE) throw OutputClosed();
  throw Error("cannot be written: " + std::generic_category().message(errno), "standard output", "",
              ExitCode::failure);
}

/// Names, texts and metadata of strangers must not command a terminal.
void write_result(std::string_view bytes) {
  if (standard_output_is_terminal()) return write_bytes(printable_result(bytes));
  write_bytes(bytes);
}

/// Device and inode of a regular file, or nothing.
std::optional<std::pair<dev_t, ino_t>> place_of_file(const std::string& path, int standard_stream) {
  struct stat status {};
  const int code = path == "-" ? ::fstat(standard_stream, &status) : ::stat(path.c_str(), &status);
  if (code != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return std::pair(status.st_dev, status.st_ino);
}

}  // namespace

void check_replaces_no_input(const std::string& output, const std::vector<std::string>& inputs) {
  const auto place = place_of_file(output, STDOUT_FILENO);
  if (!place) return;
  for (const auto& input : inputs) {
    if (place_of_file(input, STDIN_FILENO) != place) continue;
    throw Error("is an input, which the output would replace",
                output == "-" ? "standard output" : output, "write to another file");
  }
}

OutputFile::OutputFile(const std::string& path) {
  if (path != "-") file_ = std::make_unique<AtomicFile>(path);
  if (path.ends_with(".gz")) gzip_ = std::make_unique<GzipStream>();
}

OutputFile::~OutputFile() {
  try {
    if (!file_) flush();
  } catch (const std::exception&) {  // the error that brought us here is the one to report
  }
}

void OutputFile::write(std::string_view bytes) {
  if (gzip_) return file_->write(gzip_->add(bytes));
  if (file_) return file_->write(bytes);
  buffer_.append(bytes);
  if (buffer_.size() >= kBufferSize) flush();
}

void OutputFile::flush() {
  if (file_) return file_->flush();
  const std::string bytes = std::move(buffer_);
  buffer_.clear();
  write_result(bytes);
}

void OutputFile::commit() {
  if (gzip_) file_->write(gzip_->end());
  if (file_) return file_->commit();
  flush();
}

bool standard_output_is_terminal() { return ::isatty(STDOUT_FILENO) == 1; }

void write_standard_output(std::string_view bytes) { write_result(bytes); }

void write_colored_output(std::string_view bytes) { write_bytes(bytes); }

}  // namespace regard
