#pragma once
#include <functional>

namespace CLI {  // NOLINT(readability-identifier-naming)
class App;
}

namespace regard::cli {

/// Each declares the arguments of one command and returns the function that runs it after parsing,
/// which returns the exit code. To add a command: a line here, a file beside this one, a row in
/// command_table.cpp.
std::function<int()> add_download(CLI::App& command);
std::function<int()> add_train(CLI::App& command);
std::function<int()> add_sweep(CLI::App& command);
std::function<int()> add_translate(CLI::App& command);
std::function<int()> add_rerank(CLI::App& command);
std::function<int()> add_eval(CLI::App& command);
std::function<int()> add_generate(CLI::App& command);
std::function<int()> add_score(CLI::App& command);
std::function<int()> add_compare(CLI::App& command);
std::function<int()> add_bench(CLI::App& command);
std::function<int()> add_quantize(CLI::App& command);
std::function<int()> add_pack(CLI::App& command);
std::function<int()> add_serve(CLI::App& command);
std::function<int()> add_shortlist(CLI::App& command);
std::function<int()> add_log(CLI::App& command);
std::function<int()> add_average(CLI::App& command);
std::function<int()> add_import(CLI::App& command);
std::function<int()> add_export(CLI::App& command);
std::function<int()> add_tokenizer(CLI::App& command);
std::function<int()> add_info(CLI::App& command);
std::function<int()> add_config(CLI::App& command);
std::function<int()> add_models(CLI::App& command);
std::function<int()> add_attention(CLI::App& command);
std::function<int()> add_draw(CLI::App& command);
std::function<int()> add_explain(CLI::App& command);
std::function<int()> add_film(CLI::App& command);
std::function<int()> add_figures(CLI::App& command);
std::function<int()> add_claims(CLI::App& command);
std::function<int()> add_completion(CLI::App& command);
std::function<int()> add_manual(CLI::App& command);

}  // namespace regard::cli
