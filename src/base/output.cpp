#include "regard/base/output.h"

#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "regard/base/error.h"

namespace regard {
namespace {

constexpr size_t kBufferSize = size_t{1} << 16;

void write_descriptor(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<size_t>(written));
    } else if (errno == EPIPE) {
      throw OutputClosed();
    } else if (errno != EINTR) {
      throw Error("cannot be written: " + std::generic_category().message(errno), "standard output",
                  "", ExitCode::failure);
    }
  }
}

}  // namespace

OutputFile::OutputFile(const std::string& path) {
  if (path != "-") file_ = std::make_unique<AtomicFile>(path);
}

OutputFile::~OutputFile() {
  try {
    if (!file_) flush();
  } catch (const std::exception&) {  // the error that brought us here is the one to report
  }
}

void OutputFile::write(std::string_view bytes) {
  if (file_) return file_->write(bytes);
  buffer_.append(bytes);
  if (buffer_.size() >= kBufferSize) flush();
}

void OutputFile::flush() {
  if (file_) return file_->flush();
  const std::string bytes = std::move(buffer_);
  buffer_.clear();
  write_descriptor(bytes);
}

void OutputFile::commit() {
  if (file_) return file_->commit();
  flush();
}

void write_standard_output(std::string_view bytes) { write_descriptor(bytes); }

}  // namespace regard
