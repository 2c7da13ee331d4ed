#include "metrics/signature.h"

#include <iterator>

#include "regard/base/join.h"
#include "regard/base/str.h"

namespace regard::metrics {

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

std::string Signature::text() const {
  return join(entries_, "|", [](const Entry& entry) { return entry.name + ':' + entry.value; });
}

std::string Signature::short_text() const {
  return join(entries_, "|",
              [](const Entry& entry) { return entry.short_name + ':' + entry.value; });
}

}  // namespace regard::metrics
