#include "results.h"

#include <cmath>
#include <string>

#include "base/readable.h"
#include "class.h"
#include "documentation.h"
#include "module.h"
#include "regard/base/named_enum.h"
#include "translate/word_alignment.h"
#include "translation_memory.h"

namespace regard::python {

namespace {

using translate::Candidate;
using translate::Translation;

Object shown(const Candidate& candidate) {
  const auto text = to_python(candidate.text);
  const auto log_prob = fixed(candidate.log_prob, 4), score = fixed(candidate.score, 4);
  return Object::owned(PyUnicode_FromFormat("Candidate(%R, log_prob=%s, score=%s)", text.get(),
                                            log_prob.c_str(), score.c_str()));
}

Object shown_translation(const Translation& translation) {
  return Object::owned(PyUnicode_FromFormat("Translation(%R)", to_python(translation.text).get()));
}

Object n_best_of(const Translation& translation) {
  return to_python(translation.n_best, Class<Candidate>::wrap);
}

Object candidate_unfinished(const Candidate& candidate) { return to_python(!candidate.finished); }

Object confidence_of(const Candidate& candidate) {
  return candidate.confidence ? to_python(*candidate.confidence) : Object::shared(Py_None);
}

Object word_confidences_of(const Candidate& candidate) {
  return to_python(candidate.word_confidences, [](double one) {
    return std::isnan(one) ? Object::shared(Py_None) : to_python(one);
  });
}

Object flags_of(const Translation& translation) {
  return to_python(translation.flags, [](auto flag) { return to_python(name_of(flag)); });
}

Object unfinished_of(const Translation& translation) {
  return to_python(translation.is_unfinished());
}

Object unmet_of(const Translation& translation) {
  return to_python(translation.unmet, [](const auto& term) {
    return Object::owned(
        PyTuple_Pack(2, to_python(term.source).get(), to_python(term.target).get()));
  });
}

Object matches_of(const Translation& translation) { return to_python(translation.matches); }

template <class Value, auto member>
constexpr PyGetSetDef property(const char* name, const char* sentence) {
  return {name, get<Value, member>, nullptr, sentence, nullptr};
}

template <class Value, auto shown>
void add_result(PyObject* module, const char* name, const char* sentence, PyGetSetDef* properties) {
  PyType_Slot slots[] = {slot(Py_tp_new, Class<Value>::refuse),
                         slot(Py_tp_dealloc, Class<Value>::deallocate),
                         slot(Py_tp_repr, ask<Value, shown>),
                         {Py_tp_members, Class<Value>::members},
                         {Py_tp_getset, properties},
                         {Py_tp_doc, const_cast<char*>(sentence)},
                         {0, nullptr}};
  PyType_Spec spec = {name, Class<Value>::kSize, 0, Py_TPFLAGS_DEFAULT, slots};
  Class<Value>::add(module, spec);
}

}  // namespace

Object to_python(Translation translation) {
  for (auto& candidate : translation.n_best) {
    candidate.attention = translate::whole_rows(candidate.attention, candidate.attention_begins,
                                                translation.source_words.size());
    candidate.attention_begins.clear();
  }
  return Class<Translation>::wrap(std::move(translation));
}

void add_results(PyObject* module) {
  static PyGetSetDef of_candidate[] = {
      property<Candidate, &Candidate::text>("text", doc::Candidate_text),
      property<Candidate, &Candidate::log_prob>("log_prob", doc::Candidate_log_prob),
      property<Candidate, &Candidate::score>("score", doc::Candidate_score),
      property<Candidate, &Candidate::ids>("ids", doc::Candidate_ids),
      property<Candidate, candidate_unfinished>("unfinished", doc::Candidate_unfinished),
      property<Candidate, &Candidate::pieces>("pieces", doc::Candidate_pieces),
      property<Candidate, confidence_of>("confidence", doc::Candidate_confidence),
      property<Candidate, word_confidences_of>("word_confidences", doc::Candidate_word_confidences),
      property<Candidate, &Candidate::words>("words", doc::Candidate_words),
      property<Candidate, &Candidate::attention>("attention", doc::Candidate_attention),
      {}};
  static PyGetSetDef of_translation[] = {
      property<Translation, &Translation::text>("text", doc::Translation_text),
      property<Translation, n_best_of>("n_best", doc::Translation_n_best),
      property<Translation, &Translation::repeats>("repeats", doc::Translation_repeats),
      property<Translation, unfinished_of>("unfinished", doc::Translation_unfinished),
      property<Translation, flags_of>("flags", doc::Translation_flags),
      property<Translation, &Translation::is_calibrated>("calibrated", doc::Translation_calibrated),
      property<Translation, unmet_of>("unmet", doc::Translation_unmet),
      property<Translation, matches_of>("matches", doc::Translation_matches),
      property<Translation, &Translation::is_from_memory>("from_memory",
                                                          doc::Translation_from_memory),
      property<Translation, &Translation::source_words>("source_words",
                                                        doc::Translation_source_words),
      {}};
  add_result<Candidate, shown>(module, "regard.Candidate", doc::Candidate, of_candidate);
  add_result<Translation, shown_translation>(module, "regard.Translation", doc::Translation,
                                             of_translation);
}

}  // namespace regard::python
