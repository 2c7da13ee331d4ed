#pragma once
#include <string>

#include "explain/walk.h"

namespace regard::explain::mathml {

// Formulas as MathML Core, which browsers draw without a script. Arguments are MathML themselves,
// but for the letters of i, n, o and t.

inline std::string element(const std::string& name, const std::string& content) {
  return "<" + name + ">" + content + "</" + name + ">";
}
/// A variable, a number, an operator, words.
inline std::string i(const std::string& letter) { return element("mi", letter); }
inline std::string n(const std::string& number) { return element("mn", number); }
inline std::string o(const std::string& sign) { return element("mo", sign); }
inline std::string t(const std::string& words) { return element("mtext", words); }
inline std::string row(const std::string& parts) { return element("mrow", parts); }
inline std::string sub(const std::string& base, const std::string& index) {
  return element("msub", base + row(index));
}
inline std::string sup(const std::string& base, const std::string& index) {
  return element("msup", base + row(index));
}
inline std::string fraction(const std::string& above, const std::string& below) {
  return element("mfrac", row(above) + row(below));
}
inline std::string root(const std::string& content) { return element("msqrt", content); }
/// A named function: softmax(...)
inline std::string call(const std::string& name, const std::string& arguments) {
  return row(i(name) + o("(") + arguments + o(")"));
}
inline std::string equation(const std::string& left, const std::string& right) {
  return row(left + o("=") + right);
}

}  // namespace regard::explain::mathml

namespace regard::explain {

/// A letter at this step, and at the step before.
inline std::string tick(const std::string& letter) {
  return mathml::sub(mathml::i(letter), mathml::i("t"));
}
inline std::string before(const std::string& letter) {
  return mathml::sub(mathml::i(letter), mathml::i("t") + mathml::o("−") + mathml::n("1"));
}

/// Collects steps: the same step of several layers, or heads, is one.
class Steps {
 public:
  /// Adds the values of a layer to the step of this title in this part, which is made if it is
  /// new. One tensor (rows, columns) for each head.
  void add(const Step& kind, size_t layer, std::vector<torch::Tensor> heads);
  void add(const Step& kind, size_t layer, const torch::Tensor& values) {
    add(kind, layer, std::vector{values});
  }

  std::vector<Step> take() { return std::move(steps_); }

 private:
  std::vector<Step> steps_;
};

/// Weights of a model by their names.
class Weights {
 public:
  explicit Weights(const torch::nn::Module& model);

  /// Throws std::out_of_range if there is none.
  torch::Tensor operator[](const std::string& name) const;
  bool has(const std::string& name) const;
  /// Those below a name: "encoder".
  Weights below(const std::string& name) const;
  /// x W' + b of a linear layer.
  torch::Tensor linear(const std::string& name, const torch::Tensor& x) const;
  /// LN(x), with the epsilon of torch's.
  torch::Tensor norm(const std::string& name, const torch::Tensor& x, double epsilon = 1e-5) const;

 private:
  using ByName = torch::OrderedDict<std::string, torch::Tensor>;

  Weights(std::shared_ptr<const ByName> all, std::string prefix);

  std::shared_ptr<const ByName> all_;  // of the whole model
  std::string prefix_;
};

/// What a walk computes of one sentence: steps and the logits (target, vocab).
struct Walked {
  std::vector<Step> steps;
  torch::Tensor logits;
};

/// W s + b of the model's output layer: (target, size) -> (target, vocab).
torch::Tensor output_of(model::Seq2SeqModel& model, const torch::Tensor& states);

/// Each for the models of one class: source (source) and target (target) are ids, int64.
Walked walk_transformer(model::Seq2SeqModel& model, const torch::Tensor& source,
                        const torch::Tensor& target);
Walked walk_recurrent(model::Seq2SeqModel& model, const torch::Tensor& source,
                      const torch::Tensor& target);

}  // namespace regard::explain
