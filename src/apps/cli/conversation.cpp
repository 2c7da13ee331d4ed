#include "cli/conversation.h"

#include <fcntl.h>
#include <histedit.h>
#include <langinfo.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/files.h"
#include "base/log.h"
#include "base/process.h"
#include "base/readable.h"
#include "base/utf8.h"
#include "config/experiment.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"
#include "store/model_directory.h"

namespace regard::cli {
namespace {

constexpr mode_t kOwnerOnly = S_IRUSR | S_IWUSR;
constexpr size_t kLongestLine = 4'096;
constexpr int64_t kMostBytes = int64_t{4} << 20U;  // read from the end of a file

bool can_be_kept(const std::string& line) {
  return !line.empty() && line.size() <= kLongestLine && !first_invalid_utf8(line) &&
         line.find_first_of("\n\r") == std::string::npos;
}

}  // namespace

PromptHistory::PromptHistory(const std::filesystem::path& path) {
  if (path.empty()) return;
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  constexpr int kFlags = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  descriptor_ = ::open(path.c_str(), kFlags, kOwnerOnly);
  struct stat status {};
  if (descriptor_ < 0) return;
  if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode) ||
      ::fchmod(descriptor_, kOwnerOnly) != 0) {
    ::close(descriptor_);
    descriptor_ = -1;
  }
}

PromptHistory::~PromptHistory() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::vector<std::string> PromptHistory::lines() const {
  const int64_t size = descriptor_ < 0 ? 0 : ::lseek(descriptor_, 0, SEEK_END);
  const int64_t begin = std::max<int64_t>(size - kMostBytes, 0);
  if (size <= 0 || ::lseek(descriptor_, begin, SEEK_SET) < 0) return {};
  std::string text(static_cast<size_t>(size - begin), '\0');
  const auto count = read_some(descriptor_, text.data(), text.size());
  std::istringstream content(text.substr(0, static_cast<size_t>(std::max<ssize_t>(count, 0))));
  std::vector<std::string> found;
  std::string line;
  if (begin > 0) std::getline(content, line);  // skips a partial line
  while (std::getline(content, line)) {
    if (can_be_kept(line)) found.push_back(line);
  }
  if (std::ssize(found) > limits::kHistoryLines) {
    found.erase(found.begin(), found.end() - limits::kHistoryLines);
  }
  return found;
}

void PromptHistory::add(const std::string& line) {
  if (descriptor_ < 0 || !can_be_kept(line)) return;
  write_all(descriptor_, line + '\n');
  if (count_++ % limits::kHistoryLines == 0) shorten();
}

/// Shortens the file to the lines that are still read.
void PromptHistory::shorten() {
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) return;  // another program is shortening it
  std::string text;
  for (const auto& line : lines()) text += line + '\n';
  if (::lseek(descriptor_, 0, SEEK_END) > static_cast<off_t>(text.size()) &&
      ::ftruncate(descriptor_, 0) == 0) {
    write_all(descriptor_, text);
  }
  ::flock(descriptor_, LOCK_UN);
}

namespace {

/// Sets a UTF-8 locale, because libedit decodes characters according to the locale.
void read_utf8() {
  if (std::setlocale(LC_CTYPE, "") != nullptr &&
      ::nl_langinfo(CODESET) == std::string_view("UTF-8")) {
    return;
  }
  std::setlocale(LC_CTYPE, "C.UTF-8");
}

}  // namespace

struct Prompt::Impl {
  Impl(std::string prompt, const std::filesystem::path& path)
      : text(std::move(prompt)), kept(path) {
    read_utf8();
    editor.reset(::el_init("regard", stdin, stderr, stderr));
    earlier.reset(::history_init());
    if (editor == nullptr || earlier == nullptr) {
      throw Error("the terminal cannot be used", {}, "use regard translate MODEL < FILE",
                  ExitCode::failure);
    }
    prepare_history();
    prepare_editor();
  }

  void prepare_history() {
    HistEvent event;
    ::history(earlier.get(), &event, H_SETSIZE, limits::kHistoryLines);
    ::history(earlier.get(), &event, H_SETUNIQUE, 1);
    for (const auto& line : kept.lines()) {
      ::history(earlier.get(), &event, H_ENTER, line.c_str());
      last = line;
    }
  }

  void prepare_editor() {
    auto* el = editor.get();
    ::el_set(el, EL_CLIENTDATA, this);
    ::el_set(el, EL_PROMPT, &shown);
    ::el_set(el, EL_EDITOR, "emacs");
    ::el_set(el, EL_HIST, &::history, earlier.get());
    ::el_set(el, EL_SIGNAL, 1);  // restores the terminal on SIGTSTP and SIGTERM
    // While a line is edited, Ctrl-C and Ctrl-Z are keys, not signals.
    ::el_set(el, EL_SETTY, "-d", "-isig", nullptr);
    ::el_set(el, EL_ADDFN, "regard-interrupt", "Begin the line again", &interrupted);
    ::el_set(el, EL_ADDFN, "regard-suspend", "Stop until the shell continues it", &suspended);
    ::el_set(el, EL_BIND, "^C", "regard-interrupt", nullptr);
    ::el_set(el, EL_BIND, "^Z", "regard-suspend", nullptr);
    ::el_set(el, EL_BIND, "^R", "em-inc-search-prev", nullptr);
    // A Ctrl-D typed before the prompt appears arrives as this character.
    ::el_set(el, EL_BIND, "^@", "em-delete-or-list", nullptr);
  }

  static Impl& of(EditLine* editor) {
    void* impl = nullptr;
    ::el_get(editor, EL_CLIENTDATA, &impl);
    return *static_cast<Impl*>(impl);
  }

  static char* shown(EditLine* editor) { return of(editor).text.data(); }

  static unsigned char interrupted(EditLine* editor, int) {
    const auto* line = ::el_line(editor);
    of(editor).is_interrupted = true;
    of(editor).was_empty = line->lastchar == line->buffer;
    return CC_NEWLINE;
  }

  static unsigned char suspended(EditLine*, int) {
    ::raise(SIGTSTP);
    return CC_REDISPLAY;
  }

  std::string text;
  PromptHistory kept;
  std::unique_ptr<History, void (*)(History*)> earlier{nullptr, ::history_end};
  std::unique_ptr<EditLine, void (*)(EditLine*)> editor{nullptr, ::el_end};
  std::string last;
  bool is_interrupted = false;
  bool was_empty = false;
};

Prompt::Prompt(std::string text, const std::filesystem::path& history)
    : impl_(std::make_unique<Impl>(std::move(text), history)) {}

Prompt::~Prompt() = default;

std::optional<std::string> Prompt::next() {
  auto& impl = *impl_;
  while (true) {
    impl.is_interrupted = false;
    int count = 0;
    const char* typed = ::el_gets(impl.editor.get(), &count);
    if (impl.is_interrupted) {
      std::fputs(impl.was_empty ? "\n" : "^C\n", stderr);
      if (impl.was_empty) throw Interrupted(SIGINT);
      continue;
    }
    if (typed == nullptr || count <= 0) {
      std::fputs("\n", stderr);
      return std::nullopt;
    }
    std::string line(typed, static_cast<size_t>(count));
    while (line.ends_with('\n') || line.ends_with('\r')) line.pop_back();
    if (!line.empty() && line != impl.last) {
      HistEvent event;
      ::history(impl.earlier.get(), &event, H_ENTER, line.c_str());
      impl.kept.add(line);
      impl.last = line;
    }
    return line;
  }
}

namespace {

class TypedLines : public Blocks {
 public:
  TypedLines(const std::string& language, const std::filesystem::path& history)
      : prompt_(language + "> ", history) {}

  InputLines next() override {
    while (auto line = prompt_.next()) {
      if (line->find_first_not_of(" \t") != std::string::npos) return {.texts = {*line}};
    }
    return {};
  }
  int64_t line_count() const override { return 0; }

 private:
  Prompt prompt_;
};

/// The name in a form that is safe in a prompt: someone else may have written the config.
std::string short_name(const std::string& language) {
  constexpr size_t kMost = 16;
  return language.size() <= kMost ? printable(language) : "";
}

}  // namespace

bool is_at_terminal() {
  return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1 &&
         ::isatty(STDERR_FILENO) == 1;
}

std::unique_ptr<Blocks> typed_lines(const std::string& model) {
  const auto config = store::ModelDirectory(model).config_to_read();
  const auto data = config::load_experiment(config, {}, config::Use::translation).data;
  const auto source = short_name(data.source_language), target = short_name(data.target_language);
  const auto languages =
      source.empty() || target.empty() ? std::string() : str(" from ", source, " to ", target);
  log_info(printable(model), " translates", languages,
           ". Type a line and press Enter; Ctrl-D ends.");
  const auto state = state_folder();
  return std::make_unique<TypedLines>(source,
                                      state.empty() ? std::filesystem::path() : state / "history");
}

}  // namespace regard::cli
