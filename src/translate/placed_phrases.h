#pragma once
#include <cstddef>
#include <utility>
#include <vector>

#include "regard/search/request.h"
#include "regard/translate/searcher.h"

namespace regard::translate {

/// Sources with their requests, as search(sources, requests) takes them. One whose phrases it
/// cannot place is searched again without them.
template <class Source, class Search>
std::vector<Hypotheses> with_or_without_phrases(const std::vector<Source>& sources,
                                                std::vector<search::Request> requests,
                                                const Search& search) {
  auto found = search(sources, requests);
  std::vector<size_t> failed;
  std::vector<Source> again;
  std::vector<search::Request> freed;
  for (size_t i = 0; i < sources.size(); ++i) {
    if (requests[i].phrases.empty() || found[i].front().finished) continue;
    requests[i].phrases.clear();
    failed.push_back(i);
    again.push_back(sources[i]);
    freed.push_back(std::move(requests[i]));
  }
  if (failed.empty()) return found;
  auto found_again = search(again, freed);
  for (size_t i = 0; i < failed.size(); ++i) found[failed[i]] = std::move(found_again[i]);
  return found;
}

}  // namespace regard::translate
