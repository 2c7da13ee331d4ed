#include "regard/translate/translator.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arguments.h"
#include "module.h"
#include "regard/text/glossary.h"

namespace regard::python {
namespace {

namespace py = pybind11;
using Lines = std::vector<std::string>;
using Path = std::filesystem::path;
using Terms = std::map<std::string, std::string>;

/// Ends a call if a signal handler has raised an exception, such as KeyboardInterrupt, or if the
/// event `stop` is set.
class Watch {
 public:
  explicit Watch(const py::object& stop) : stop_(stop) {}

  Control control() {
    return {.check = [this] { look(); }};
  }

 private:
  static constexpr std::chrono::milliseconds kPatience{20};

  void look() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    next_ = now + kPatience;
    const py::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (!stop_.is_none() && stop_.attr("is_set")().cast<bool>()) throw Cancelled();
  }

  const py::object& stop_;
  std::chrono::steady_clock::time_point next_ = {};
};

text::Glossary glossary_of(const Terms& terms) {
  std::vector<text::Glossary::Term> pairs;
  for (const auto& [source, target] : terms) pairs.push_back({source, target});
  return text::Glossary(std::move(pairs));
}

/// A call's named arguments: its wishes, the event `stop`, and options of search.
class Call {
 public:
  Call(const Translator& translator, py::kwargs arguments,
       const std::vector<std::string>& wishes = {}) {
    auto terms = Terms();
    for (const auto& wish : wishes) {
      if (wish == "prefixes") take(arguments, wish, wishes_.prefixes);
      if (wish == "alternatives") take(arguments, wish, wishes_.alternatives);
      if (wish == "glossary") take(arguments, wish, terms);
    }
    take(arguments, "stop", stop_);
    if (!terms.empty()) wishes_.glossary = &glossary_.emplace(glossary_of(terms));
    search_ = with_arguments(translator.search_options(), arguments);
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// Calls `work(options, wishes, control)` without the interpreter lock.
  template <class Work>
  auto run(const Work& work) const {
    Watch watch(stop_);
    const py::gil_scoped_release no_lock;
    return work(search_, wishes_, watch.control());
  }

 private:
  template <class Value>
  static void take(py::kwargs& arguments, const std::string& name, Value& value) {
    if (!arguments.contains(name)) return;
    try {
      value = arguments.attr("pop")(name).cast<Value>();
    } catch (const py::cast_error&) {
      throw py::type_error(name + " has the wrong type");
    }
  }

  std::optional<text::Glossary> glossary_;
  Wishes wishes_;
  config::SearchOptions search_;
  py::object stop_ = py::none();
};

Translator loaded(const Path& model, const std::vector<Path>& others, const py::kwargs& arguments) {
  auto options = with_arguments(TranslatorOptions(), arguments);
  for (const auto& other : others) options.others.push_back(other.string());
  const py::gil_scoped_release no_lock;
  return Translator(model.string(), options);
}

Lines translate(const Translator& translator, const Lines& lines, const py::kwargs& arguments) {
  const Call call(translator, arguments);
  return call.run([&](const auto& options, const auto& wishes, const auto& control) {
    Lines texts;
    for (auto& one : translator.translate(lines, options, 1, wishes, control)) {
      texts.push_back(std::move(one.text));
    }
    return texts;
  });
}

std::vector<Translation> translations(const Translator& translator, const Lines& lines,
                                      int64_t n_best, const py::kwargs& arguments) {
  const Call call(translator, arguments, {"prefixes", "glossary", "alternatives"});
  return call.run([&](const auto& options, const auto& wishes, const auto& control) {
    return translator.translate(lines, options, n_best, wishes, control);
  });
}

void translate_each(const Translator& translator, const Lines& lines, const py::function& receive,
                    int64_t n_best, const py::kwargs& arguments) {
  const Call call(translator, arguments, {"prefixes", "glossary"});
  const auto receive_one = [&receive](size_t line, Translation translation) {
    const py::gil_scoped_acquire lock;
    receive(line, std::move(translation));
  };
  call.run([&](const auto& options, const auto& wishes, const auto& control) {
    translator.translate_each(lines, receive_one, options, n_best, wishes, control);
  });
}

py::str translate_text(const Translator& translator, const py::str& text,
                       const py::kwargs& arguments) {
  const auto lines = text.attr("split")("\n").cast<Lines>();
  const Call call(translator, arguments, {"glossary"});
  const auto translated =
      call.run([&](const auto& options, const auto& wishes, const auto& control) {
        return translator.translate_text(lines, options, wishes, control);
      });
  return py::str("\n").attr("join")(translated);
}

void add_results(py::module_& module) {
  py::class_<Candidate>(module, "Candidate")
      .def_readonly("text", &Candidate::text)
      .def_readonly("log_prob", &Candidate::log_prob)
      .def_readonly("score", &Candidate::score)
      .def_readonly("ids", &Candidate::ids)
      .def("__repr__", [](const Candidate& candidate) {
        return py::str("Candidate({!r}, log_prob={:.4f}, score={:.4f})")
            .format(candidate.text, candidate.log_prob, candidate.score);
      });
  py::class_<Translation>(module, "Translation")
      .def_readonly("text", &Translation::text)
      .def_readonly("n_best", &Translation::n_best)
      .def_readonly("repeats", &Translation::repeats)
      .def_property_readonly("unmet",
                             [](const Translation& translation) {
                               std::vector<std::pair<std::string, std::string>> unmet;
                               for (const auto& term : translation.unmet) {
                                 unmet.emplace_back(term.source, term.target);
                               }
                               return unmet;
                             })
      .def("__repr__", [](const Translation& translation) {
        return py::str("Translation({!r})").format(translation.text);
      });
}

}  // namespace

void add_translator(py::module_& module) {
  add_results(module);
  const auto n_best = py::arg("n_best") = 1;
  py::class_<Translator>(module, "Translator")
      .def(py::init(&loaded), py::arg("model"), py::kw_only(), py::arg("others") = py::tuple())
      .def(
          "translate",
          [](const Translator& self, const std::string& line, const py::kwargs& arguments) {
            return std::move(translate(self, {line}, arguments).front());
          },
          py::arg("text"))
      .def("translate", &translate, py::arg("lines"))
      .def("translations", &translations, py::arg("lines"), n_best)
      .def("translate_each", &translate_each, py::arg("lines"), py::arg("receive"), n_best)
      .def("translate_text", &translate_text, py::arg("text"))
      .def_property_readonly("search_options",
                             [](const Translator& self) { return to_dict(self.search_options()); });
}

}  // namespace regard::python
