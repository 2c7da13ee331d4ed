// regard manual: manual pages for man(1).
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>

#include "base/atomic_file.h"
#include "base/folder.h"
#include "base/log.h"
#include "base/output.h"
#include "cli/command_table.h"
#include "cli/commands.h"
#include "cli/manual_page.h"
#include "cli/options.h"

namespace regard::cli {
namespace {

void write_pages(const Grammar& program, const std::filesystem::path& folder) {
  make_folder(folder);
  const auto write = [&](const Grammar& grammar, const std::string& page) {
    write_file_atomically((folder / manual_file(grammar)).string(), page);
  };
  write(program, manual_page_of_program(program));
  for (const auto& command : program.commands) write(command, manual_page(command, program));
  log_info("wrote ", program.commands.size() + 1, " pages into ", folder.string());
}

std::string page_of(const std::string& name, const Grammar& program) {
  if (name.empty()) return manual_page_of_program(program);
  const auto full = program.name + ' ' + command_named(name).name;
  return manual_page(*std::ranges::find(program.commands, full, &Grammar::name), program);
}

}  // namespace

std::function<int()> add_manual(CLI::App& command, const Program& program) {
  auto name = std::make_shared<std::string>();
  auto folder = std::make_shared<std::string>();
  command.add_option("COMMAND", *name, "The command. Default: the page of regard itself.")
      ->type_name("COMMAND");
  command
      .add_option("-o,--output", *folder, "Write the pages of all commands into this directory.")
      ->type_name("DIR");
  return [&program, name, folder] {
    const auto grammar = program_grammar(program);
    if (folder->empty()) {
      write_standard_output(page_of(*name, grammar));
    } else if (name->empty()) {
      write_pages(grammar, *folder);
    } else {
      throw Error("COMMAND and --output exclude each other", {}, "leave one out");
    }
    return 0;
  };
}

}  // namespace regard::cli
