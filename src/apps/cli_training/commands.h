#pragma once
#include <string>
#include <vector>

#include "cli/program.h"

namespace regard::cli {

/// The commands that need LibTorch, as those of cli/commands.h.
std::function<int()> add_download(CLI::App& command);
std::function<int()> add_train(CLI::App& command);
std::function<int()> add_sweep(CLI::App& command);
std::function<int()> add_rerank(CLI::App& command);
std::function<int()> add_eval(CLI::App& command);
std::function<int()> add_generate(CLI::App& command);
std::function<int()> add_compare(CLI::App& command);
std::function<int()> add_average(CLI::App& command);
std::function<int()> add_import(CLI::App& command);
std::function<int()> add_export(CLI::App& command);
std::function<int()> add_attention(CLI::App& command);
std::function<int()> add_draw(CLI::App& command);
std::function<int()> add_explain(CLI::App& command);
std::function<int()> add_figures(CLI::App& command);
std::function<int()> add_claims(CLI::App& command);

/// Those that `regard figures` draws.
std::vector<std::string> figure_names();
/// Those that `regard draw` draws without a model.
std::vector<std::string> drawing_names();
/// Those that `regard claims` tries.
std::vector<std::string> claim_names();

}  // namespace regard::cli
