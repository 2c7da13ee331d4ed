// regard COMMAND [ARGUMENTS]: finds the command, parses its arguments, runs it.
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "command_table.h"
#include "hand_over.h"
#include "help.h"
#include "last_resort.h"
#include "parse.h"
#include "regard/base/descriptor.h"
#include "regard/base/error.h"
#include "regard/base/interrupt.h"
#include "regard/base/mapped_file.h"
#include "regard/base/output.h"
#include "regard/base/str.h"
#include "regard/base/version.h"
#include "regard/translate/modules.h"
#include "report_errors.h"
#include "versions.h"

#ifndef __SANITIZE_ADDRESS__  // which must begin first
/// Before the beginnings of LibTorch's libraries, which allocate memory and may get none.
__attribute__((section(".preinit_array"),
               used)) void (*const kBeforeAll)() noexcept = regard::cli::set_last_resort;
#endif

#ifdef REGARD_JEMALLOC
/// jemalloc reads its settings from this symbol. Memory that a step frees is kept for the next one;
/// returned, every page of it would be faulted in again. What no step has used for five seconds is
/// offered to the system (muzzy: MADV_FREE), which takes it when it needs some. This matters: if
/// memory is only kept, each saved state allocates its large blocks anew, and a training of 9,000
/// steps grew to 23 GiB (docs/performance.md). One arena and no special one for large blocks, since
/// tensors are large and made by one thread.
extern "C" {
extern const char* malloc_conf;
const char* malloc_conf = "dirty_decay_ms:5000,muzzy_decay_ms:-1,narenas:1,oversize_threshold:0";
}
#endif

namespace regard::cli {
namespace {

constexpr auto kFirstSteps =
    R"(regard translates between English and French with models that you train.

  regard train configs/quick-transformer.yaml  learn from the sentences of data/
  regard train --data pairs.tsv --minutes 10   learn from your own sentences
  regard translate runs/quick-transformer      type English, read French
  regard compare runs/ONE runs/OTHER           say which is better, and what to do
  regard --help                                list all commands
)";

std::string versions() {
  return str("regard ", kVersion, "\n", library_versions(), "SentencePiece ",
             REGARD_SENTENCEPIECE_VERSION, "\n");
}

int run_command(const Command& command, const std::vector<std::string>& arguments) {
  const auto declaration = declared(command);
  return parse(*declaration.app, arguments) ? declaration.run() : 0;
}

int run(std::vector<std::string> arguments) {
  if (arguments.empty()) {
    std::cerr << kFirstSteps;
    return static_cast<int>(ExitCode::usage);
  }
  std::string first = arguments.front();
  arguments.erase(arguments.begin());
  if (first == "help" && !arguments.empty()) {  // regard help train
    first = arguments.front();
    arguments = {"--help"};
  }
  if (first == "--help" || first == "-h" || first == "help") {
    write_standard_output(program_help(program_grammar()));
    return 0;
  }
  if (first == "--version") {
    write_standard_output(versions());
    return 0;
  }
  return run_command(command_named(first), arguments);
}

/// Whether a processor's driver for GPUs of NVIDIA's is there, and with it perhaps one of them.
bool may_have_gpu() { return ::access("/dev/nvidiactl", F_OK) == 0; }

/// Whether regard-libtorch, if it is there, is to run the command: what has all commands in it or
/// needs LibTorch, and the choice of a device where there may be a GPU.
bool is_for_libtorch(std::span<char* const> arguments) {
  if (arguments.empty()) return false;
  const std::string_view first = arguments.front();
  const auto is_first = [&](std::string_view name) { return first == name; };
  for (const auto& command : commands()) {
    if (first == command.name && !command.is_available()) return true;
  }
  const auto of_all = {"--help", "-h", "help", "--version", "completion", "manual"};
  if (std::ranges::any_of(of_all, is_first)) return true;
  const auto of_device = {"translate", "bench"};
  return std::ranges::any_of(of_device, is_first) && may_have_gpu();
}

}  // namespace
}  // namespace regard::cli

int main(int argc, char** argv) {
  using namespace regard::cli;
  regard::occupy_standard_descriptors();
  if (is_for_libtorch({argv + 1, static_cast<size_t>(std::max(argc, 1) - 1)})) hand_over(argv);
  regard::let_writes_fail();
  regard::survive_shortened_files();
  return report_errors([&] {
    try {
      return run(std::vector<std::string>(argv + 1, argv + argc));
    } catch (const regard::translate::NeedsModules&) {
      hand_over(argv);
      throw;
    }
  });
}
