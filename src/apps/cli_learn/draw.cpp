// regard draw: draws the architecture of a model, as its modules define it.
#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/files.h"
#include "base/log.h"
#include "base/terminal.h"
#include "cli/options.h"
#include "cli/page_language.h"
#include "cli_learn/commands.h"
#include "diagrams/config_drawing.h"
#include "diagrams/diagram.h"
#include "interop/load_model.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_file.h"

namespace regard::cli {
namespace {

struct DrawArguments {
  std::string model;
  std::string part;
  std::string output = "diagram.html";
  bool list = false;
  bool json = false;
  bool open = false;
  PageLanguage language;
};

/// The model to draw, and its title.
struct Drawn {
  std::shared_ptr<torch::nn::Module> module;
  std::string title;
  std::string part;
};

std::shared_ptr<torch::nn::Module> model_of_run(const std::string& path) {
  if (store::task_of_model(path) == config::Task::language_model) {
    return interop::load_language_model(path, torch::kCPU).model;
  }
  return interop::load_model(path, torch::kCPU).model;
}

bool is_config(const std::string& path) {
  return path.ends_with(".yaml") || path.ends_with(".yml");
}

Drawn what_to_draw(const DrawArguments& arguments) {
  if (!arguments.model.empty()) {
    Drawn drawn;
    if (is_config(arguments.model)) {
      auto of_config = diagrams::model_of_config(arguments.model);
      drawn = {std::move(of_config.module), std::move(of_config.title), {}};
    } else {
      drawn = {model_of_run(arguments.model), arguments.model, {}};
    }
    if (!arguments.part.empty()) drawn.part = diagrams::find_part(drawn.module, arguments.part);
    return drawn;
  }
  if (arguments.part.empty()) {
    throw Error("neither a model nor a drawing is named", {},
                "name a model or a config, or a drawing that needs no model: regard draw --list");
  }
  const auto& idea = diagrams::find_idea(arguments.part);
  return {idea.module(), str(idea.name, ", ", idea.place(arguments.language.lang)),
          std::string(idea.part)};
}

void list_parts(const DrawArguments& arguments) {
  std::string lines;
  auto names = nlohmann::json::array();
  if (arguments.model.empty()) {
    for (const auto& idea : diagrams::ideas()) {
      lines += str(idea.name, ": ", idea.place(arguments.language.lang), '\n');
      names.push_back(idea.name);
    }
  } else {
    const auto drawn = what_to_draw(arguments);
    for (const auto& part : diagrams::part_names(drawn.module)) {
      if (part.empty()) continue;
      lines += part + '\n';
      names.push_back(part);
    }
  }
  write_standard_output(arguments.json ? names.dump(2) + '\n' : lines);
}

int draw_model(const DrawArguments& arguments) {
  if (arguments.list) {
    list_parts(arguments);
    return 0;
  }
  const auto drawn = what_to_draw(arguments);
  check_replaces_no_input(arguments.output, {arguments.model});
  OutputFile output(arguments.output);
  if (arguments.output.ends_with(".svg")) {
    const draw::DrawnIn drawn_in(words::phrases_of(arguments.language.lang));
    const auto diagram = diagrams::diagram(drawn.module, drawn.part);
    output.write(diagram.picture.svg(
        str(draw::drawn_text(diagram.title), draw::drawn_text(" of "), drawn.title)));
  } else {
    output.write(
        diagrams::diagram_page(drawn.module, drawn.part, drawn.title, arguments.language.lang));
  }
  output.commit();
  if (arguments.output == "-") return 0;
  log_info("wrote ", arguments.output);
  if (arguments.open) open_page(arguments.output);
  return 0;
}

}  // namespace

std::vector<std::string> drawing_names() {
  std::vector<std::string> names;
  for (const auto& idea : diagrams::ideas()) names.emplace_back(idea.name);
  return names;
}

std::function<int()> add_draw(CLI::App& command) {
  auto arguments = std::make_shared<DrawArguments>();
  command
      .add_option("MODEL,--model", arguments->model,
                  "The model: a directory written by regard train, or a config (.yaml). Without a "
                  "model, --part names a drawing from --list.")
      ->type_name("MODEL|CONFIG");
  command
      .add_option("--part", arguments->part,
                  "The part to draw, e.g. decoder.block.0.attention; names may be shortened. "
                  "Default: the whole model.")
      ->type_name("PART");
  command
      .add_option("-o,--output", arguments->output,
                  "The file to write: .svg for one picture, otherwise a page on which a click on a "
                  "box opens its diagram; - writes the page to standard output.")
      ->type_name("FILE")
      ->capture_default_str();
  auto* list = command.add_flag("--list", arguments->list,
                                "Print the names of all parts of the model or, without a model, of "
                                "all drawings that need no model.");
  command.add_flag("--json", arguments->json, "With --list: write the names as JSON.")->needs(list);
  add_options(command, arguments->language, {"lang"});
  add_open(command, arguments->open);
  return [=] { return draw_model(*arguments); };
}

}  // namespace regard::cli
