#include "distillation/distil_texts.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iomanip>
#include <limits>
#include <sstream>
#include <utility>

#include "base/atomic_file.h"
#include "base/columns.h"
#include "base/digest.h"
#include "base/files.h"
#include "base/log.h"
#include "base/readable.h"
#include "base/terminal.h"
#include "config/writer.h"
#include "corpus/examples.h"
#include "corpus/hold_out.h"
#include "distillation/part_file.h"
#include "distillation/source_text.h"
#include "regard/base/error.h"
#include "regard/base/mapped_file.h"
#include "regard/base/str.h"
#include "store/model_directory.h"
#include "translate/sources.h"

namespace regard::distillation {
namespace {

std::string hash_of_weights(const std::string& model) {
  const MappedFile weights(store::ModelDirectory(model).weights());
  const auto bytes = weights.bytes();
  return sha256({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

config::Node texts_of(const std::vector<config::ParallelText>& texts) {
  corpus::TextHashes hashes;
  auto list = config::Node::list();
  for (const auto& text : texts) {
    auto to_translate = text;
    to_translate.weight = 1;
    auto node = config::to_node(to_translate);
    for (const auto& file : {text.source, text.target, text.tsv, text.text}) {
      if (!file.empty()) node.set("sha256 of " + file, config::to_node(hashes.of(file)));
    }
    list.items.push_back(std::move(node));
  }
  return list;
}

config::Node node_of(const Distillation& distillation) {
  auto node = config::Node::map();
  auto teachers = config::Node::list();
  for (const auto& teacher : distillation.teachers) {
    auto one = config::Node::map();
    one.set("model", config::to_node(teacher));
    one.set("sha256", config::to_node(hash_of_weights(teacher)));
    teachers.items.push_back(std::move(one));
  }
  node.set("teachers", std::move(teachers));
  node.set("texts", texts_of(distillation.texts));
  node.set("options", config::to_node(distillation.options));
  node.set("search", config::to_node(distillation.search));
  node.set("sampling", config::to_node(distillation.sampling));
  node.set("computing", config::to_node(distillation.computing));
  node.set("lines of a part", config::to_node(static_cast<int64_t>(distillation.lines_of_part)));
  return node;
}

std::string folder_of_parts(const std::string& folder) { return folder + "/parts"; }

std::string part_of(const std::string& folder, size_t text, int64_t number) {
  std::ostringstream name;
  constexpr int kDigits = 6;
  name << folder_of_parts(folder) << "/text-" << text + 1 << '-' << std::setw(kDigits)
       << std::setfill('0') << number << ".tsv";
  return name.str();
}

/// Translates lines.
class Teacher {
 public:
  Teacher(const translate::TranslationModel& model, const Distillation& distillation,
          std::function<void()> before_step)
      : model_(model),
        distillation_(distillation),
        selection_(distillation.options),
        before_step_(std::move(before_step)) {}

  /// Starts a text; its tag is added to the sources if the model knows it.
  void begin(const config::ParallelText& text) {
    search_ = distillation_.search;
    if (model_.tokenizers().source().symbol_id(text.tag)) search_.tag = text.tag;
  }

  /// Translates lines. `number`: index of the first line among the lines of all texts.
  Part translate(const std::vector<corpus::LinePair>& lines, int64_t number) const {
    std::vector<std::string> sources;
    for (const auto& line : lines) sources.push_back(line.source);
    const auto tokens = translate::encode_sources(model_.tokenizers(), sources);
    const auto candidates = candidates_of(sources, number);
    Part part{.tally = {.lines = static_cast<int64_t>(lines.size())}, .pairs = {}};
    for (size_t line = 0; line < lines.size(); ++line) {
      auto pairs = selection_(lines[line], candidates[line], tokens[line], part.tally);
      std::ranges::move(pairs, std::back_inserter(part.pairs));
    }
    return part;
  }

 private:
  using Candidates = std::vector<translate::Candidate>;

  std::vector<Candidates> candidates_of(const std::vector<std::string>& lines,
                                        int64_t number) const {
    const auto& options = distillation_.options;
    std::vector<Candidates> candidates(lines.size());
    const auto add = [&](const translate::TranslationRequest& request) {
      auto translations = model_.translate(lines, request, before_step_);
      for (size_t line = 0; line < lines.size(); ++line) {
        std::ranges::move(translations[line].n_best, std::back_inserter(candidates[line]));
      }
    };
    if (!options.sample) {
      add({.search = search_, .n_best = options.n_best});
      return candidates;
    }
    for (int64_t draw = 0; draw < options.n_best; ++draw) {
      auto sampling = distillation_.sampling;
      sampling.seed += draw;
      add({.search = search_,
           .options = {.draw = translate::Draw{.sampling = sampling, .first_number = number}}});
    }
    return candidates;
  }

  const translate::TranslationModel& model_;
  const Distillation& distillation_;
  config::SearchOptions search_;
  LineSelection selection_;
  std::function<void()> before_step_;
};

/// Returns the number of parts of each text.
std::vector<int64_t> write_parts(Teacher teacher, const Distillation& distillation,
                                 const std::string& folder) {
  const auto& texts = distillation.texts;
  int64_t total = 0, done = 0;
  for (const auto& text : texts) total += count_lines(text);
  log_info("translating ", counted(total, "line"), " of ", counted(texts.size(), "text"), " with ",
           join(distillation.teachers, " + "));
  ProgressBar bar(total, "translate");
  std::vector<int64_t> parts;
  for (size_t text = 0; text < texts.size(); ++text) {
    SourceText source(texts[text]);
    teacher.begin(texts[text]);
    int64_t number = 0;
    for (auto lines = source.next(distillation.lines_of_part); !lines.empty();
         lines = source.next(distillation.lines_of_part)) {
      const auto file = part_of(folder, text, number++);
      if (!is_there(file)) write_part(file, teacher.translate(lines, done));
      done += static_cast<int64_t>(lines.size());
      bar.update(done);
    }
    parts.push_back(number);
  }
  return parts;
}

/// The lowest score within the best fraction `keep` of all.
double least_score_of(std::vector<double> scores, double keep) {
  const auto kept = static_cast<size_t>(std::ceil(keep * static_cast<double>(scores.size())));
  if (kept >= scores.size()) return -std::numeric_limits<double>::infinity();
  const auto least = scores.begin() + static_cast<std::ptrdiff_t>(kept) - 1;
  std::ranges::nth_element(scores, least, std::greater());
  return *least;
}

Tally write_text(const Distillation& distillation, const std::string& folder, size_t text,
                 int64_t parts) {
  Tally tally;
  std::vector<double> scores;
  for (int64_t part = 0; part < parts; ++part) {
    tally += read_part(part_of(folder, text, part),
                       [&](const DistilledPair& pair) { scores.push_back(pair.score); });
  }
  const double least = least_score_of(std::move(scores), distillation.options.keep);
  AtomicFile file(distilled_text(folder, text));
  for (int64_t part = 0; part < parts; ++part) {
    read_part(part_of(folder, text, part), [&](const DistilledPair& pair) {
      if (pair.score >= least) return file.write(pair.line() + '\n');
      ++tally.unlikely;
      --tally.kept;
    });
  }
  file.commit();
  return tally;
}

std::string table_of(const Distillation& distillation, const std::vector<Tally>& tallies) {
  std::vector<std::vector<std::string>> rows = {{"text"}};
  for (const auto& column : kTallyColumns) rows.front().emplace_back(column.name);
  const auto add = [&](const std::string& name, const Tally& tally) {
    rows.push_back({name});
    for (const auto& column : kTallyColumns) rows.back().push_back(str(tally.*column.count));
  };
  Tally all;
  for (size_t text = 0; text < tallies.size(); ++text) {
    const auto& files = distillation.texts[text];
    add(files.text.empty() ? corpus::name_of(files) : files.text, tallies[text]);
    all += tallies[text];
  }
  if (tallies.size() > 1) add("all", all);
  return in_columns(rows);
}

void check_any_is_kept(const std::vector<Tally>& tallies, const std::string& folder) {
  Tally all;
  for (const auto& tally : tallies) all += tally;
  if (all.kept > 0) return;
  std::string counts;
  for (const auto& column : kTallyColumns) {
    if (all.*column.count > 0)
      counts += str(counts.empty() ? "" : ", ", all.*column.count, ' ', column.name);
  }
  throw Error(str("no translation of the teacher is usable: ", counts), folder,
              "inspect some with regard translate: a teacher that never ends a sentence needs more "
              "training");
}

}  // namespace

void check_texts(const Distillation& distillation, const std::string& folder) {
  namespace fs = std::filesystem;
  for (const auto& text : distillation.texts) {
    for (const auto& file : {text.source, text.target, text.tsv, text.text}) {
      if (file.empty() || fs::weakly_canonical(file).parent_path() != fs::weakly_canonical(folder))
        continue;
      throw Error("is a text to distil that the run would replace", file,
                  "copy it, or name another directory: --output DIR");
    }
    count_lines(text);
  }
}

std::string recipe_of(const Distillation& distillation) {
  return config::to_yaml(node_of(distillation));
}

void check_same_recipe(const std::string& before, const std::string& now,
                       const std::string& where) {
  if (before == now) return;
  std::istringstream one(before), other(now);
  std::string was, is;
  while (std::getline(one, was) && std::getline(other, is) && was == is) continue;
  const auto trimmed = [](const std::string& line) {
    return line.substr(std::min(line.find_first_not_of(" -"), line.size()));
  };
  throw Error(
      str("the distillation started with different inputs: ", trimmed(was), ", now ", trimmed(is)),
      where, "continue with the same teachers, texts and options, or start over with --overwrite");
}

bool holds_translations(const std::string& folder) {
  std::error_code ignored;
  return is_there(table_of_texts(folder)) ||
         (is_folder(folder_of_parts(folder)) &&
          !std::filesystem::is_empty(folder_of_parts(folder), ignored));
}

void remove_leftovers(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  fs::remove_all(folder_of_parts(folder), ignored);
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const auto file = replaced_by(entry.path().filename().string());
    if (file && file->starts_with("distill")) fs::remove(entry.path(), ignored);
  }
}

void remove_distillation(const std::string& folder) {
  namespace fs = std::filesystem;
  if (!is_folder(folder)) return;
  // The table is removed first: without it, nothing counts as complete.
  fs::remove(table_of_texts(folder));
  remove_leftovers(folder);
  for (size_t text = 0; fs::remove(distilled_text(folder, text)); ++text) continue;
}

std::string distilled_text(const std::string& folder, size_t text) {
  return str(folder, "/distilled-", text + 1, ".tsv");
}

std::string table_of_texts(const std::string& folder) { return folder + "/distilled.txt"; }

std::vector<Tally> distil_texts(const translate::TranslationModel& teacher,
                                const Distillation& distillation, const std::string& folder,
                                const std::function<void()>& before_step) {
  const auto parts = write_parts(Teacher(teacher, distillation, before_step), distillation, folder);
  std::vector<Tally> tallies;
  for (size_t text = 0; text < parts.size(); ++text) {
    tallies.push_back(write_text(distillation, folder, text, parts[text]));
  }
  check_any_is_kept(tallies, folder);
  write_file_atomically(table_of_texts(folder), table_of(distillation, tallies));
  remove_leftovers(folder);
  return tallies;
}

}  // namespace regard::distillation
