#include "cli/prompt.h"

#include <histedit.h>
#include <langinfo.h>

#include <clocale>
#include <csignal>
#include <cstdio>
#include <string_view>
#include <utility>

#include "base/interrupt.h"
#include "cli/prompt_history.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"

namespace regard::cli {
namespace {

/// libedit reads characters as the locale has them.
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
      throw Error("the terminal cannot be used", {}, "regard translate MODEL < FILE needs none",
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
    ::el_set(el, EL_SIGNAL, 1);  // SIGTSTP and SIGTERM give the terminal back as it was
    // While a line is edited, Ctrl-C and Ctrl-Z are keys, not signals.
    ::el_set(el, EL_SETTY, "-d", "-isig", nullptr);
    ::el_set(el, EL_ADDFN, "regard-interrupt", "Begin the line again", &interrupted);
    ::el_set(el, EL_ADDFN, "regard-suspend", "Stop until the shell continues it", &suspended);
    ::el_set(el, EL_BIND, "^C", "regard-interrupt", nullptr);
    ::el_set(el, EL_BIND, "^Z", "regard-suspend", nullptr);
    ::el_set(el, EL_BIND, "^R", "em-inc-search-prev", nullptr);
    // What becomes of a Ctrl-D that was typed before the line was edited.
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

}  // namespace regard::cli
