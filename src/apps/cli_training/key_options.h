#pragma once
#include <list>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "regard/base/error.h"

namespace CLI {
class App;
}

namespace regard::cli {

/// Options of a command that set keys of its config, such as --threads for training.threads.
class KeyOptions {
 public:
  /// Adds an option to the command, which this object must outlive.
  void add(CLI::App& command, const OptionOfKey& names, const char* metavariable,
           const char* sentence);

  /// The value of an option; empty if the option is not given.
  const std::string& value(const std::string& option) const;
  /// A text KEY=VALUE for each given option, as for --set.
  std::vector<std::string> overrides() const;
  /// Rewords an error about the value of an option so that it names the option.
  Error named(const Error& error) const;

 private:
  struct Given {
    OptionOfKey names;
    std::string value;
  };
  std::list<Given> all_;  // a list, so that values keep their addresses
};

}  // namespace regard::cli
