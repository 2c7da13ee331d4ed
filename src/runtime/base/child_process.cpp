#include "base/child_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <system_error>

#include "base/interrupt.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard {
namespace {

constexpr int kCannotStart = 127;  // as shells report it

void redirect(const char* path, int flags, std::initializer_list<int> descriptors) {
  const int opened = ::open(path, flags, 0666);
  if (opened < 0) ::_exit(kCannotStart);
  for (const int descriptor : descriptors) ::dup2(opened, descriptor);
  ::close(opened);
}

}  // namespace

std::string own_program() {
  std::error_code untold;
  return std::filesystem::read_symlink("/proc/self/exe", untold).string();
}

ChildProcess::ChildProcess(const Options& options) {
  std::vector<char*> arguments;  // prepared in advance: no memory may be allocated after a fork
  for (const auto& part : options.command) arguments.push_back(const_cast<char*>(part.c_str()));
  arguments.push_back(nullptr);
  process_ = ::fork();
  if (process_ < 0) {
    throw Error(str("cannot be started: ", std::generic_category().message(errno)),
                options.command.front(), "", ExitCode::failure);
  }
  if (process_ > 0) return;
  redirect("/dev/null", O_RDONLY, {STDIN_FILENO});
  if (!options.output.empty()) {
    redirect(options.output.c_str(), O_WRONLY | O_CREAT | O_APPEND, {STDOUT_FILENO, STDERR_FILENO});
  }
  options.before_start();
  ::execv(arguments.front(), arguments.data());
  ::_exit(kCannotStart);
}

ChildProcess::~ChildProcess() {
  if (exit_code_) return;
  send(SIGKILL);
  wait();
}

std::optional<int> ChildProcess::exit_code() { return ended(WNOHANG); }

int ChildProcess::wait() {
  while (!ended(0)) continue;
  return *exit_code_;
}

void ChildProcess::send(int signal) const {
  if (!exit_code_) ::kill(process_, signal);
}

std::optional<int> ChildProcess::ended(int options) {
  int status = 0;
  if (!exit_code_ && ::waitpid(process_, &status, options) == process_) {
    exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : exit_code_of_signal(WTERMSIG(status));
  }
  return exit_code_;
}

}  // namespace regard
