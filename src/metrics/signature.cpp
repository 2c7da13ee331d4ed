#include "regard/metrics/signature.h"

#include <iterator>

#include "regard/base/str.h"

namespace regard::metrics {
namespace {

std::string join(const std::vector<Signature::Entry>& entries,
                 std::string Signature::Entry::*name) {
  std::string joined;
  for (const Signature::Entry& entry : entries) {
    joined += str(joined.empty() ? "" : "|", entry.*name, ':', entry.value);
  }
  return joined;
}

}  // namespace

Signature::Signature(std::size_t references)
    : entries_{{"nrefs", "#", str(references)}, {"version", "v", std::string(kSacrebleuVersion)}} {}

Signature& Signature::add(std::string_view name, std::string_view short_name,
                          std::string_view value) {
  entries_.insert(std::prev(entries_.end()),
                  {std::string(name), std::string(short_name), std::string(value)});
  return *this;
}

Signature& Signature::add_resampling(std::string_view test, std::size_t times,
                                     std::string_view seed) {
  const Entry rows[] = {{std::string(test), std::string(test), str(times)},
                        {"seed", "rs", std::string(seed)}};
  entries_.insert(std::next(entries_.begin()), std::begin(rows), std::end(rows));
  return *this;
}

std::string Signature::text() const { return join(entries_, &Entry::name); }

std::string Signature::short_text() const { return join(entries_, &Entry::short_name); }

}  // namespace regard::metrics
