#include "cli_training/commands.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <list>
#include <memory>
#include <thread>

#include "base/files.h"
#include "base/log.h"
#include "base/machine.h"
#include "base/process.h"
#include "base/terminal.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "trainer/train.h"

namespace regard::cli {
namespace {

struct Axis {
  std::string key;
  std::string name;  // short
  std::vector<std::string> values;
};

Axis parse_axis(const std::string& text) {
  const auto fail = [&](const std::string& what) {
    throw Error(str("--grid is '", text, "', ", what), {},
                "write it like --grid training.learning_rate=0.001,0.002");
  };
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) fail("but must be KEY=VALUE,VALUE,...");
  Axis axis{.key = text.substr(0, equals), .name = {}, .values = {}};
  axis.name = axis.key.substr(axis.key.rfind('.') + 1);
  for (size_t begin = equals + 1; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const auto value = text.substr(begin, end - begin);
    if (value.empty()) fail("which has an empty value");
    if (std::find(axis.values.begin(), axis.values.end(), value) != axis.values.end()) {
      fail(str("which has the value ", value, " twice"));
    }
    axis.values.push_back(value);
    begin = end + 1;
  }
  return axis;
}

void make_names_unique(std::vector<Axis>& axes) {
  for (auto& axis : axes) {
    const auto same = [&](auto member) {
      return std::count_if(axes.begin(), axes.end(),
                           [&](const Axis& other) { return other.*member == axis.*member; });
    };
    if (same(&Axis::key) > 1) {
      throw Error(str("--grid names ", axis.key, " twice"), {},
                  str("give all its values at once: --grid ", axis.key, "=A,B"));
    }
    const std::string last = axis.key.substr(axis.key.rfind('.') + 1);
    const auto alike = std::count_if(axes.begin(), axes.end(), [&](const Axis& other) {
      return other.key == last || other.key.ends_with('.' + last);
    });
    axis.name = alike > 1 ? axis.key : last;
  }
}

/// The text without the characters that directory names cannot contain.
std::string file_name(std::string text) {
  std::replace(text.begin(), text.end(), '/', '_');
  return text;
}

}  // namespace

std::vector<GridPoint> grid_points(const std::vector<std::string>& texts) {
  std::vector<Axis> axes;
  for (const auto& text : texts) axes.push_back(parse_axis(text));
  make_names_unique(axes);
  std::vector<GridPoint> points(1);
  for (const auto& axis : axes) {
    std::vector<GridPoint> longer;
    for (const auto& point : points) {
      for (const auto& value : axis.values) {
        longer.push_back(point);
        auto& [name, overrides] = longer.back();
        name += (name.empty() ? "" : ",") + file_name(axis.name + '=' + value);
        overrides.push_back(axis.key + '=' + value);
      }
    }
    points = std::move(longer);
  }
  return points;
}

}  // namespace regard::cli

// regard sweep: trains a config once for every combination of values, and tabulates the results.
namespace regard::cli {
namespace {

namespace fs = std::filesystem;

struct SweepArguments {
  std::string config;
  std::vector<std::string> axes;
  std::vector<std::string> overrides;
  std::string output;
  int64_t jobs = 1;
  bool json = false;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = SweepArguments;
    v.field("output", &O::output, config::directory(),
            "Parent directory of the runs. Default: runs/NAME-OF-CONFIG-sweep. Finished runs are "
            "kept, unfinished ones resumed.");
    v.field("jobs", &O::jobs, config::count_of(1),
            "Number of runs to train in parallel; they share the cores.");
    v.field("json", &O::json, "Write the results as JSON.");
  }
};

/// Trains each run in a separate process: a failing run affects no other, and a run is resumed as
/// with `regard train --resume`.
class Sweep {
 public:
  explicit Sweep(const SweepArguments& arguments) : arguments_(arguments) {
    for (auto& point : grid_points(arguments.axes)) {
      Run run{.swept = {.name = point.name,
                        .directory = (fs::path(arguments.output) / point.name).string(),
                        .state = "waiting",
                        .summary = {}},
              .overrides = arguments.overrides};
      run.overrides.insert(run.overrides.end(), point.overrides.begin(), point.overrides.end());
      // Every combination is checked before the first one is trained.
      const auto experiment = experiment_of(run);
      if (train::is_done(experiment, run.swept.directory)) run.swept.state = "done";
      runs_.push_back(std::move(run));
    }
  }

  /// Trains the remaining runs. Returns the signal that stopped it, if any.
  std::optional<int> run(const InterruptGuard& interrupt) {
    make_folder(arguments_.output);
    while (!interrupt.requested()) {
      start_waiting();
      if (is_all_ended()) return std::nullopt;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      look_at_running();
    }
    for (auto& run : runs_) {
      if (run.process) run.process->send(SIGTERM);  // on SIGTERM the run saves its state
    }
    for (auto& run : runs_) {
      if (run.process) run.process->wait();
    }
    return interrupt.requested();
  }

  /// The runs with the current figures from their logs, best first.
  std::vector<SweptRun> runs() const {
    std::vector<SweptRun> all;
    for (const auto& run : runs_) {
      all.push_back(run.swept);
      all.back().summary = train::read_run_log(run.swept.directory).summary;
    }
    sort_by_score(all);
    return all;
  }

  bool has_failed() const { return count("failed") > 0; }

 private:
  struct Run;

  /// The experiment of a run. An error in a value of the grid names --grid.
  config::Experiment experiment_of(const Run& run) const {
    std::vector<OptionOfKey> options;
    for (const auto& axis : arguments_.axes) {
      const auto key = axis.substr(0, axis.find('='));
      options.push_back({key, "--grid " + key});
    }
    try {
      return load_experiment_file(arguments_.config, run.overrides);
    } catch (const Error& error) {
      throw named_by_option(error, options);
    }
  }

  struct Run {
    SweptRun swept;
    std::vector<std::string> overrides;
    std::unique_ptr<ChildProcess> process = nullptr;
  };

  int64_t count(const std::string& state) const {
    return std::count_if(runs_.begin(), runs_.end(),
                         [&](const Run& run) { return run.swept.state == state; });
  }
  bool is_all_ended() const { return count("waiting") + count("running") == 0; }

  void start_waiting() {
    for (auto& run : runs_) {
      if (count("running") >= arguments_.jobs) return;
      if (run.swept.state == "waiting") start(run);
    }
  }

  static std::string log_of(const Run& run) { return run.swept.directory + ".log"; }

  void start(Run& run) {
    std::vector<std::string> command = {
        own_program(), "train", arguments_.config, "--output", run.swept.directory, "--resume"};
    if (arguments_.jobs > 1) {  // runs share the cores, unless --set overrides this
      command.insert(
          command.end(),
          {"--set", str("training.threads=", std::max<int64_t>(cores() / arguments_.jobs, 1))});
    }
    for (const auto& assignment : run.overrides) {
      command.insert(command.end(), {"--set", assignment});
    }
    run.process = std::make_unique<ChildProcess>(
        ChildProcess::Options{.command = command, .output = log_of(run)});
    run.swept.state = "running";
    log_info(run.swept.name, ": training, run ",
             static_cast<int64_t>(runs_.size()) - count("waiting"), " of ", runs_.size(),
             "; it writes to ", log_of(run));
  }

  void look_at_running() {
    for (auto& run : runs_) {
      if (!run.process) continue;
      const auto code = run.process->exit_code();
      if (!code) continue;
      run.process.reset();
      run.swept.state = *code == 0 ? "done" : "failed";
      if (*code != 0) {
        log_warning(run.swept.name, " ended with exit code ", *code, "; see ", log_of(run));
      }
      if (!is_all_ended()) log_info(sweep_table(runs()));
    }
  }

  SweepArguments arguments_;
  std::list<Run> runs_;
};

int run(SweepArguments arguments) {
  if (arguments.output.empty()) {
    arguments.output =
        (fs::path("runs") / (fs::path(arguments.config).stem().string() + "-sweep")).string();
  }
  Sweep sweep(arguments);
  const InterruptGuard interrupt;
  const auto signal = sweep.run(interrupt);
  write_standard_output(arguments.json ? sweep_json(sweep.runs()) : sweep_table(sweep.runs()));
  if (signal) return exit_code_of_signal(*signal);
  return sweep.has_failed() ? static_cast<int>(ExitCode::failure) : 0;
}

}  // namespace

std::function<int()> add_sweep(CLI::App& command) {
  auto arguments = std::make_shared<SweepArguments>();
  add_required(command, "CONFIG", arguments->config, "CONFIG",
               "The experiment, a YAML file; regard config reference lists its keys.");
  command
      .add_option("--grid", arguments->axes,
                  "Values to try for a key: --grid training.learning_rate=0.001,0.002. May be "
                  "given several times, to try all combinations.")
      ->required()
      ->allow_extra_args(false)
      ->type_name("KEY=A,B,...");
  command
      .add_option("--set", arguments->overrides,
                  "Set a key of the config for all runs; may be given several times.")
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE");
  add_options(command, *arguments);
  const auto add_setter = [&](const std::string& name, const char* metavariable) {
    const auto set = [arguments, name](const std::string& value) {
      arguments->overrides.push_back(str("training.", name, '=', value));
    };
    command
        .add_option_function<std::string>("--" + name, set,
                                          str("Same as --set training.", name, '.'))
        ->type_name(metavariable);
  };
  add_setter("device", "auto|cpu|cuda[:N]");
  add_setter("threads", "N");
  add_setter("seed", "N");
  add_setter("minutes", "X");
  return [arguments] { return run(*arguments); };
}

}  // namespace regard::cli
