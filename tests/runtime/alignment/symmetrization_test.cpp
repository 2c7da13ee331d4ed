#include "alignment/symmetrization.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <set>

namespace regard::alignment {
namespace {

using Set = std::set<Link>;

constexpr int32_t kWords = 6;

Links random_links(std::mt19937& engine) {
  Set links;
  for (uint32_t i = 0, count = engine() % 8; i < count; ++i) {
    links.insert(
        {static_cast<int32_t>(engine() % kWords), static_cast<int32_t>(engine() % kWords)});
  }
  return {links.begin(), links.end()};
}

bool has_source(const Set& links, int32_t source) {
  return std::ranges::any_of(links, [=](const Link& link) { return link.source == source; });
}
bool has_target(const Set& links, int32_t target) {
  return std::ranges::any_of(links, [=](const Link& link) { return link.target == target; });
}
bool has_neighbor(const Set& links, const Link& link) {
  return std::ranges::any_of(links, [&](const Link& other) {
    return std::abs(other.source - link.source) <= 1 && std::abs(other.target - link.target) <= 1;
  });
}

/// The definition, written with sets: every condition is checked against all links.
Set by_definition(const Links& forward, const Links& backward, bool final_and) {
  Set both(forward.begin(), forward.end()), taken;
  both.insert(backward.begin(), backward.end());
  for (const auto& link : forward) {
    if (std::ranges::find(backward, link) != backward.end()) taken.insert(link);
  }
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& link : both) {
      const bool is_new = !has_source(taken, link.source) || !has_target(taken, link.target);
      if (is_new && has_neighbor(taken, link)) grown = taken.insert(link).second || grown;
    }
  }
  if (!final_and) return taken;
  for (const auto* links : {&forward, &backward}) {
    for (const auto& link : *links) {
      if (!has_source(taken, link.source) && !has_target(taken, link.target)) taken.insert(link);
    }
  }
  return taken;
}

TEST(Symmetrization, IsItsDefinitionOnRandomLinks) {
  std::mt19937 engine(1);
  for (int time = 0; time < 2000; ++time) {
    const auto forward = random_links(engine), backward = random_links(engine);
    for (const bool final_and : {false, true}) {
      const auto method =
          final_and ? Symmetrization::grow_diag_final_and : Symmetrization::grow_diag;
      const auto found = symmetrized(forward, backward, method);
      const auto truth = by_definition(forward, backward, final_and);
      EXPECT_EQ(found, Links(truth.begin(), truth.end()));
    }
  }
}

TEST(Symmetrization, GrowsFromTheIntersectionWithinTheUnion) {
  std::mt19937 engine(2);
  for (int time = 0; time < 500; ++time) {
    const auto forward = random_links(engine), backward = random_links(engine);
    const auto of = [&](Symmetrization method) { return symmetrized(forward, backward, method); };
    const Links chain[] = {of(Symmetrization::intersection), of(Symmetrization::grow_diag),
                           of(Symmetrization::grow_diag_final_and), of(Symmetrization::all)};
    for (size_t i = 1; i < std::size(chain); ++i) {
      EXPECT_TRUE(std::ranges::includes(chain[i], chain[i - 1]));
    }
    EXPECT_EQ(of(Symmetrization::forward), forward);
    EXPECT_EQ(of(Symmetrization::backward), backward);
  }
}

}  // namespace
}  // namespace regard::alignment
