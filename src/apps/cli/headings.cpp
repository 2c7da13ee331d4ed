#include "cli/headings.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "cli/options.h"
#include "regard/config/search_options.h"

namespace regard::cli {
namespace {

constexpr std::string_view kOwn = "Options";
constexpr std::string_view kSampling = "Sampling";
constexpr std::string_view kMessages = "Help and messages";
/// In this order; others follow before the last.
constexpr std::array<std::string_view, 6> kHeadings = {kOwn,     "Input",   "Output",
                                                       "Search", kSampling, "Machine"};
/// A list of more options has headings.
constexpr size_t kMostUnderOne = 9;

using Names = std::map<std::string, std::string_view, std::less<>>;

template <class Options>
void add_fields(Names& names, std::string_view heading) {
  config::for_each_field<Options>(
      [&](const auto& field) { names.emplace(detail::flag_name(field.name), heading); });
}

/// The heading of each option that is not the command's own.
Names heading_by_name() {
  Names names;
  for (const auto* name : {"--help", "--quiet", "--verbose"}) names[name] = kMessages;
  for (const auto* name : {"--input", "--source", "--reference", "--text", "--glossary", "--keep",
                           "--prefix", "--tag", "--trust"}) {
    names[name] = "Input";
  }
  for (const auto* name : {"--output", "--format", "--json", "--alignment", "--attention",
                           "--n-best", "--alternatives", "--open"}) {
    names[name] = "Output";
  }
  for (const auto* name : {"--device", "--threads", "--compute", "--shortlist", "--batch-size",
                           "--sentences", "--memory", "--jobs"}) {
    names[name] = "Machine";
  }
  for (const auto* name : {"--sample", "--least-risk"}) names[name] = kSampling;
  for (const auto* name : {"--language-model", "--language-model-weight"}) names[name] = "Search";
  add_fields<config::SearchOptions>(names, "Search");
  for (const auto* name : {"--temperature", "--top-k", "--top-p", "--epsilon"}) {
    names.emplace(name, kSampling);
  }
  return names;
}

size_t rank(const std::string& heading) {
  if (heading == kMessages) return kHeadings.size() + 1;
  return static_cast<size_t>(std::ranges::find(kHeadings, heading) - kHeadings.begin());
}

/// --no-split is listed where --split would be.
std::string positive(const std::string& name) {
  constexpr std::string_view kNegation = "--no-";
  return name.starts_with(kNegation) ? "--" + name.substr(kNegation.size()) : name;
}

/// It is of sampling in a command that samples, and else, as in training, the command's own.
void set_heading_of_seed(std::vector<Argument>& options) {
  const auto is_sampling = [](const Argument& option) { return option.group == kSampling; };
  if (std::ranges::none_of(options, is_sampling)) return;
  for (auto& option : options) {
    if (option.names.back() == "--seed") option.group = kSampling;
  }
}

}  // namespace

void set_headings(std::vector<Argument>& options) {
  if (options.size() <= kMostUnderOne) return;
  static const Names kNames = heading_by_name();
  for (auto& option : options) {
    if (option.group != kOwn) continue;
    for (const auto& name : {option.names.back(), positive(option.names.back())}) {
      const auto found = kNames.find(name);
      if (found == kNames.end()) continue;
      option.group = found->second;
      break;
    }
  }
  set_heading_of_seed(options);
  std::ranges::stable_sort(options, {}, [](const Argument& option) { return rank(option.group); });
}

}  // namespace regard::cli
