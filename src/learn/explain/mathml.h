#pragma once
#include <string>

namespace regard::explain::mathml {

// Formulas as MathML Core, which browsers render without a script. Arguments are MathML, except the
// text of i, n, o and t.

inline std::string element(const std::string& name, const std::string& content) {
  return "<" + name + ">" + content + "</" + name + ">";
}
/// A variable, a number, an operator, text.
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

}  // namespace regard::explain
