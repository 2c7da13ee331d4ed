#pragma once
#include "cli/program.h"

namespace regard::cli {

/// Each declares the arguments of one command and returns the function that runs it after parsing,
/// which returns the exit code. To add a command: a line here, a file beside this one, a row in
/// command_table.cpp and one in runtime_program.cpp; of one that needs LibTorch, here and in
/// cli_training/training_program.cpp.
std::function<int()> add_translate(CLI::App& command);
std::function<int()> add_score(CLI::App& command, const Program& program);
std::function<int()> add_bench(CLI::App& command);
std::function<int()> add_quantize(CLI::App& command);
std::function<int()> add_pack(CLI::App& command);
std::function<int()> add_serve(CLI::App& command);
std::function<int()> add_shortlist(CLI::App& command);
std::function<int()> add_log(CLI::App& command);
std::function<int()> add_tokenizer(CLI::App& command);
std::function<int()> add_info(CLI::App& command);
std::function<int()> add_config(CLI::App& command);
std::function<int()> add_models(CLI::App& command);
std::function<int()> add_film(CLI::App& command);
std::function<int()> add_completion(CLI::App& command);
std::function<int()> add_manual(CLI::App& command, const Program& program);

}  // namespace regard::cli
