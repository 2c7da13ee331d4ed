#pragma once
#include <exception>
#include <stdexcept>
#include <string>

namespace regard {

/// Exit codes of the program: `usage` for errors in the user's options, config or data, `failure`
/// for all others.
enum class ExitCode { failure = 1, usage = 2 };

/// The only exception that users see: it says what is wrong, where, and what to do. `main` prints
///   regard: WHERE: PROBLEM
///           REMEDY
class Error : public std::runtime_error {
 public:
  /// `problem` names the value found and the values allowed; `where` is file:line,
  /// file:line:column, a config key, or empty.
  explicit Error(std::string problem, std::string where = {}, std::string remedy = {},
                 ExitCode exit_code = ExitCode::usage)
      : std::runtime_error(where.empty() ? problem : where + ": " + problem),
        problem_(std::move(problem)),
        where_(std::move(where)),
        remedy_(std::move(remedy)),
        exit_code_(exit_code) {}

  // what() of std::exception is "WHERE: PROBLEM".
  const std::string& problem() const { return problem_; }
  const std::string& where() const { return where_; }
  const std::string& remedy() const { return remedy_; }
  ExitCode exit_code() const { return exit_code_; }

 private:
  std::string problem_;
  std::string where_;
  std::string remedy_;
  ExitCode exit_code_;
};

/// Thrown when the caller cancels the work. It is not an error, but leaves no result.
struct Cancelled : std::exception {
  const char* what() const noexcept override { return "cancelled"; }
};

}  // namespace regard
