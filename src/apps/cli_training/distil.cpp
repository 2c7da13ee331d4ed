// regard distil: trains a student on its teacher's translations, and packs the student in 8 bits.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "base/process.h"
#include "base/readable.h"
#include "base/stopwatch.h"
#include "base/terminal.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/translation_text.h"
#include "cli_training/commands.h"
#include "cli_training/key_options.h"
#include "cli_training/table_of_models.h"
#include "config/writer.h"
#include "corpus/training_examples.h"
#include "distillation/distil_texts.h"
#include "distillation/original_to_distilled.h"
#include "model/modules.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "runs/run_log.h"
#include "store/model_directory.h"
#include "store/model_file.h"
#include "trainer/train.h"
#include "translate/translation_model.h"

namespace regard::cli {
namespace {

namespace fs = std::filesystem;

using SearchOverrides = std::function<void(config::SearchOptions&)>;

struct DistilArguments {
  std::vector<std::string> teachers;
  std::string student;
  std::vector<std::string> texts;
  std::string mix = "1:1";
  std::vector<std::string> overrides;
  KeyOptions keys;
  train::RunOptions run;
  distillation::DistilOptions options;
  translate::TranslatorOptions computing;
  config::GenerationOptions sampling;
};

std::string languages_of(const config::DataOptions& data) {
  return str(data.source_language, " to ", data.target_language);
}

/// Throws Error if the experiment cannot be a student of these teachers.
void check_student(const DistilArguments& arguments, const config::Experiment& student) {
  if (student.task != config::Task::translation) {
    throw Error("task is language_model, but a student must translate", arguments.student,
                "leave task out");
  }
  if (!student.training.init_from.empty()) {
    throw Error("training.init_from is given, but a student begins with random weights",
                arguments.student,
                "leave it out, or fine-tune on the distilled text afterwards: regard train --from");
  }
  if (student.data.join.probability > 0) {
    throw Error("data.join is given, but the lines of a distilled text are not consecutive",
                arguments.student, "leave it out");
  }
  for (const auto& teacher : arguments.teachers) {
    const auto data = store::experiment_of_model(teacher, config::Task::translation).data;
    if (languages_of(data) != languages_of(student.data)) {
      throw Error(str("translates from ", languages_of(data), ", but its student, ",
                      arguments.student, ", translates from ", languages_of(student.data)),
                  teacher,
                  "name a teacher for these languages, or set data.source_language and "
                  "data.target_language");
    }
    std::error_code ignored;
    if (fs::equivalent(teacher, arguments.run.directory, ignored)) {
      throw Error("is a teacher, which its student would replace", teacher,
                  "name another directory: --output DIR");
    }
  }
}

/// The path of the student as one file, next to its run.
std::string packed_student(const std::string& run) {
  return (fs::path(run) / "").lexically_normal().parent_path().string() + ".regard";
}

/// Starts the distillation, or checks that an earlier one can continue. Throws Error if one exists
/// and neither --resume nor --overwrite is given. A distillation that stopped before its first
/// translations does not count, so that a wrong command can be corrected.
void start_or_check(const distillation::Distillation& distillation, const train::RunOptions& run) {
  const auto folder = run.directory + "/data", recipe = folder + "/distillation.yaml";
  const auto now = distillation::recipe_of(distillation);
  const bool is_begun = is_there(recipe) && (distillation::holds_translations(folder) ||
                                             train::RunDirectory(run.directory).holds_run());
  if (run.resume && is_begun) {
    return distillation::check_same_recipe(read_file(recipe), now, recipe);
  }
  if (is_begun && !run.overwrite) {
    throw Error("already contains a distillation", run.directory,
                "continue it: --resume; replace it: --overwrite; or name another directory: "
                "--output DIR");
  }
  if (!run.overwrite && train::RunDirectory(run.directory).holds_run()) {
    throw Error("contains a run that regard distil did not start", run.directory,
                "replace it: --overwrite; or name another directory: --output DIR");
  }
  const auto packed = packed_student(run.directory);
  if (is_there(packed) && !run.overwrite) {
    throw Error("would be replaced by the packed student", packed,
                "replace it: --overwrite; or name another directory: --output DIR");
  }
  make_folder(folder);
  const train::RunLock lock(run.directory);
  distillation::remove_distillation(folder);
  train::RunDirectory(run.directory).clear();  // --resume would take it for the student's run
  fs::remove(packed);
  write_file_atomically(recipe, now);
}

void check_beam(const distillation::Distillation& distillation) {
  const auto n_best = distillation.options.n_best, beam = distillation.search.beam_size;
  if (distillation.options.sample || n_best <= beam) return;
  throw Error(str("--n-best is ", n_best, ", but the beam size is ", beam), {},
              str("also give --beam-size ", n_best));
}

class Distil {
 public:
  Distil(const DistilArguments& arguments, const SearchOverrides& override_search,
         const InterruptGuard& interrupt)
      : arguments_(arguments),
        interrupt_(interrupt),
        folder_(arguments.run.directory + "/data"),
        mix_(distillation::original_to_distilled(arguments.mix)),
        student_(load_experiment_file(arguments.student, arguments.overrides)) {
    check_student(arguments, student_);
    train::check_may_write(train::RunDirectory(arguments.run.directory),
                           {.resume = arguments.run.resume, .overwrite = arguments.run.overwrite});
    distillation_ = {
        .teachers = arguments.teachers,
        .texts = student_.data.train,
        .options = arguments.options,
        .search = store::experiment_of_model(arguments.teachers.front(), config::Task::translation)
                      .search,
        .sampling = arguments.sampling,
        .computing = str(name_of(arguments.computing.compute),
                         arguments.computing.shortlist ? " with a shortlist" : "")};
    for (const auto& file : arguments.texts) distillation_.texts.push_back({.text = file});
    override_search(distillation_.search);
    check_beam(distillation_);
    for (const auto& text : student_.data.valid) read(text);
    read(student_.data.test);
    if (!arguments.run.resume) distillation::check_texts(distillation_, folder_);
    start_or_check(distillation_, arguments.run);
  }

  std::optional<int> run() {
    translate_texts();
    add_distilled_texts();
    write_file_atomically(folder_ + "/config.yaml", config::to_yaml(student_));
    auto run = arguments_.run;
    if (!run.resume || !train::is_done(student_, run.directory)) {
      if (const auto signal = train::train(student_, run, interrupt_)) return signal;
    }
    pack_as_integers(run.directory, packed_student(run.directory));
    if (!student_.data.test.empty()) {
      compare(read(student_.data.test));
    }
    return std::nullopt;
  }

 private:
  corpus::TestText read(const config::ParallelText& text) const {
    return corpus::read_test_text(text, student_.data.preprocess);
  }

  void translate_texts() const {
    const auto table = distillation::table_of_texts(folder_);
    if (!is_there(table)) {
      const train::RunLock lock(arguments_.run.directory);
      model::set_threads(arguments_.computing.threads);
      const Stopwatch stopwatch;
      distillation::distil_texts(open_together(arguments_.teachers, arguments_.computing),
                                 distillation_, folder_, [&] { interrupt_.stop_if_requested(); });
      log_info("translated in ", format_duration(stopwatch.seconds()), "; the distilled texts are ",
               "in ", folder_);
    }
    distillation::remove_leftovers(folder_);
    log_info(read_file(table));
  }

  /// Replaces data.train with the original texts and the distilled ones, which inherit their
  /// weights and tags.
  void add_distilled_texts() {
    std::vector<config::ParallelText> texts;
    for (auto text : student_.data.train) {
      text.weight *= mix_.original;
      if (text.weight > 0) texts.push_back(text);
    }
    for (size_t i = 0; i < distillation_.texts.size(); ++i) {
      const auto& source = distillation_.texts[i];
      const auto file = distillation::distilled_text(folder_, i);
      if (size_of_regular_file(file) == 0) continue;
      texts.push_back({.tsv = file, .weight = source.weight * mix_.distilled, .tag = source.tag});
    }
    student_.data.train = std::move(texts);
  }

  void compare(const corpus::TestText& text) const {
    const auto run = arguments_.run.directory, packed = packed_student(run);
    const translate::TranslatorOptions computing{.device = arguments_.computing.device};
    const auto& search = student_.search;
    const auto before_step = [&] { interrupt_.stop_if_requested(); };
    write_standard_output(table_of_models(
        {{.name = "teacher " + join(arguments_.teachers, " + "),
          .models = arguments_.teachers,
          .search = distillation_.search,
          .computing = arguments_.computing},
         {.name = "student " + run, .models = {run}, .search = search, .computing = computing},
         {.name = "student in 8 bits " + packed,
          .models = {packed},
          .search = search,
          .computing = computing}},
        text, before_step));
  }

  const DistilArguments& arguments_;
  const InterruptGuard& interrupt_;
  std::string folder_;
  distillation::OriginalToDistilled mix_;
  config::Experiment student_;
  distillation::Distillation distillation_;
};

/// Sets training.quantize_from to 0.9 unless the config sets a different share. This override comes
/// first, so that --set wins.
void finish_for_integers(DistilArguments& arguments) {
  const auto as_written = load_experiment_file(arguments.student, {});
  if (as_written.task != config::Task::translation) return;
  if (as_written.training.quantize_from > 0) return;
  arguments.overrides.insert(arguments.overrides.begin(), "training.quantize_from=0.9");
}

int run(DistilArguments arguments, const SearchOverrides& override_search) {
  std::vector<std::string> teachers;
  for (const auto& word : arguments.teachers) {
    for (auto& model : models_named(word)) teachers.push_back(std::move(model));
  }
  arguments.teachers = std::move(teachers);
  for (auto& given : arguments.keys.overrides()) arguments.overrides.push_back(std::move(given));
  if (arguments.run.directory.empty()) {
    arguments.run.directory = (fs::path("runs") / fs::path(arguments.student).stem()).string();
  }
  const InterruptGuard interrupt;
  try {
    finish_for_integers(arguments);
    const auto& training = load_experiment_file(arguments.student, arguments.overrides).training;
    arguments.computing.device = training.device;
    arguments.computing.threads = training.threads;
    const auto signal = Distil(arguments, override_search, interrupt).run();
    return signal ? exit_code_of_signal(*signal) : 0;
  } catch (const Interrupted& stop) {
    log_info("stopped; continue with the same command and --resume");
    return exit_code_of_signal(stop.signal);
  } catch (const Error& error) {
    throw arguments.keys.named(error);
  }
}

/// Throws Error for an option that has no effect without another one.
void check_effect(const CLI::App& command, const distillation::DistilOptions& options) {
  const auto refuse = [&](const std::string& name, bool has_effect, const char* other) {
    if (has_effect || command.count(name) == 0) return;
    throw Error(str(name, " has no effect without ", other), {},
                str("leave it out, or add ", other));
  };
  for (const auto* name : {"--temperature", "--top-k", "--top-p", "--epsilon", "--seed"}) {
    refuse(name, options.sample, "--sample");
  }
  refuse("--pick", options.n_best > 1, "--n-best");
}

}  // namespace

std::function<int()> add_distil(CLI::App& command) {
  auto arguments = std::make_shared<DistilArguments>();
  add_usage(command, "[OPTIONS] TEACHER... --student CONFIG");
  const auto add = [&](const char* name, auto& value, const char* metavariable,
                       const char* sentence) {
    return command.add_option(name, value, sentence)->type_name(metavariable);
  };
  add("TEACHER", arguments->teachers, "MODEL",
      "The model to learn from: a directory written by regard train, or a packed model. Several "
      "teachers form an ensemble.")
      ->required();
  add("--student", arguments->student, "CONFIG",
      "The student's experiment, a YAML file. The teacher translates the sources of data.train; "
      "the student learns from these translations and from the original pairs (--mix). If "
      "training.quantize_from is 0 or missing in CONFIG, regard uses 0.9; --set "
      "training.quantize_from=0 turns quantization off.")
      ->required();
  add("--text", arguments->texts, "FILE",
      "Further texts in the source language to translate, line by line, plain or .gz.")
      ->expected(1, -1);
  add("--mix", arguments->mix, "X:X",
      "ORIGINAL:DISTILLED: how often an epoch sees each pair of data.train and each distilled "
      "pair, relative to data.train.N.weight. 0:1 uses only distilled pairs.")
      ->capture_default_str();
  add_options(command, arguments->options);
  add_options(command, arguments->computing, {"compute", "shortlist"});
  const auto override_search = add_overrides<config::SearchOptions>(command);
  add_options(command, arguments->sampling, {"temperature", "top_k", "top_p", "epsilon", "seed"});
  add("--set", arguments->overrides, "KEY=VALUE",
      "Set a key of the student's config; may be given several times.")
      ->allow_extra_args(false);
  add("-o,--output", arguments->run.directory, "DIR",
      "The student's run directory. Default: runs/NAME-OF-CONFIG. Its data folder contains the "
      "distilled texts; DIR.regard is the student with 8-bit weights.");
  auto& keys = arguments->keys;
  keys.add(command, {"training.device", "--device"}, "auto|cpu|cuda[:N]",
           "Where the teacher translates and the student trains; same as --set training.device.");
  keys.add(command, {"training.threads", "--threads"}, "N",
           "CPU threads for both; same as --set training.threads.");
  keys.add(command, {"training.minutes", "--minutes"}, "X",
           "Time budget for training in minutes; same as --set training.minutes.");
  auto* resume = command.add_flag("--resume", arguments->run.resume,
                                  "Continue where an interrupted command stopped.");
  command
      .add_flag("--overwrite", arguments->run.overwrite,
                "Replace the distilled texts and the run in the directory.")
      ->excludes(resume);
  return [=, &command] {
    check_effect(command, arguments->options);
    return run(*arguments, override_search);
  };
}

}  // namespace regard::cli
