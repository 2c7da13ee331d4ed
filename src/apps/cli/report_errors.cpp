#include "cli/report_errors.h"

#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "base/interrupt.h"
#include "base/log.h"
#include "base/out_of_memory.h"
#include "base/output.h"
#include "base/printable.h"
#include "base/terminal.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

constexpr std::string_view kName = "regard: ";
constexpr int kFailure = static_cast<int>(ExitCode::failure);

// regard: WHERE: WHAT
//         REMEDY
void print(const std::string& what, const std::string& remedy) {
  const std::string indent(8, ' ');
  std::istringstream text(printable(what + '\n' + remedy));
  std::string lines;
  for (std::string line; std::getline(text, line);) {
    lines +=
        fitted((lines.empty() ? std::string(kName) : indent) + line, STDERR_FILENO, indent.size()) +
        '\n';
  }
  if (stderr_has_color()) {
    lines.replace(0, kName.size(),
                  str("\033[1;31m", kName.substr(0, kName.size() - 1), "\033[0m "));
  }
  write_all(STDERR_FILENO, lines);
}

std::string first_line(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

}  // namespace

int report_errors(const std::function<int()>& run) {
  try {
    const int exit_code = run();
    if (!std::cout.flush()) throw OutputClosed();
    return exit_code;
  } catch (const OutputClosed&) {
    return exit_code_of_signal(SIGPIPE);
  } catch (const Interrupted& stop) {
    return exit_code_of_signal(stop.signal);
  } catch (const Error& error) {
    print(error.what(), error.remedy());
    return static_cast<int>(error.exit_code());
  } catch (const std::filesystem::filesystem_error& error) {
    print(str(error.path1().string(), ": ", error.code().message()), "");
  } catch (const std::exception& error) {
    if (is_out_of_memory(error)) {
      print("out of memory", "smaller batches need less");
    } else {
      print(first_line(error.what()), "");  // LibTorch adds a trace
    }
  }
  return kFailure;
}

}  // namespace regard::cli
