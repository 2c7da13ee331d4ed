#include "config/yaml_check.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>
#include <sstream>

#include "config/yaml_reader.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard::config {
namespace {

/// Limits the nesting depth of a text.
class DepthCheck : public YAML::EventHandler {
 public:
  explicit DepthCheck(const std::string& name) : name_(name) {}

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {}
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    open(mark);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    open(mark);
  }
  void OnSequenceEnd() override { --depth_; }
  void OnMapEnd() override { --depth_; }

 private:
  void open(const YAML::Mark& mark) {
    if (++depth_ <= limits::kConfigDepth) return;
    throw Error(str("is nested more than ", limits::kConfigDepth, " levels deep"),
                Place{name_, mark.line + 1, mark.column + 1}.str());
  }

  const std::string& name_;
  size_t depth_ = 0;
};

}  // namespace

void check_yaml(const std::string& text, const std::string& name) {
  DepthCheck check(name);
  try {
    // The document end marker makes yaml-cpp report an unclosed quote.
    std::istringstream in(str(text, text.empty() || text.ends_with('\n') ? "" : "\n", "...\n"));
    YAML::Parser parser(in);
    while (parser.HandleNextDocument(check)) continue;
  } catch (const YAML::Exception& error) {
    const Place place = error.mark.is_null()
                            ? Place{name, 0, 0}
                            : Place{name, error.mark.line + 1, error.mark.column + 1};
    throw yaml_problem(text, place, error.msg);
  }
}

}  // namespace regard::config
