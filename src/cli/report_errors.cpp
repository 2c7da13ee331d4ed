#include "report_errors.h"

#include <c10/util/Exception.h>

#include <csignal>
#include <iostream>
#include <new>
#include <string>
#include <string_view>

#include "regard/base/error.h"
#include "regard/base/interrupt.h"
#include "regard/base/output.h"

namespace regard::cli {
namespace {

constexpr int kFailure = static_cast<int>(ExitCode::failure);

// regard: WHERE: WHAT
//         REMEDY
void print(const std::string& where, const std::string& what, const std::string& remedy) {
  std::string text = where.empty() ? what : where + ": " + what;
  if (!remedy.empty()) text += '\n' + remedy;
  std::cerr << "regard: ";
  for (const char c : text) {
    std::cerr << c;
    if (c == '\n') std::cerr << "        ";
  }
  std::cerr << std::endl;
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
  } catch (const Error& error) {
    print(error.where(), error.what(), error.remedy());
    return static_cast<int>(error.exit_code());
  } catch (const c10::OutOfMemoryError& error) {
    print("", first_line(error.what_without_backtrace()), "smaller batches need less memory");
  } catch (const c10::Error& error) {
    print("", first_line(error.what_without_backtrace()), "");
  } catch (const std::bad_alloc&) {
    print("", "out of memory", "smaller batches need less memory");
  } catch (const std::exception& error) {
    print("", error.what(), "");
  }
  return kFailure;
}

}  // namespace regard::cli
