#pragma once
// The algorithms of std::ranges that regard calls, for the standard library of Emscripten 3.1.6,
// which has their concepts but not them. Those that take a range; where regard uses it, with a
// projection.
#include <algorithm>
#include <functional>
#include <iterator>
#include <version>
#if !defined(__cpp_lib_ranges) && _LIBCPP_VERSION < 15000

namespace std::ranges {

/// A comparison or predicate of what a projection gives.
template <class Function, class Projection>
auto projected_by(Function& function, Projection& projection) {
  return [&](const auto&... values) -> bool {
    return std::invoke(function, std::invoke(projection, values)...);
  };
}

template <class Range, class Compare = less, class Projection = identity>
void sort(Range&& range, Compare compare = {}, Projection projection = {}) {
  std::sort(std::begin(range), std::end(range), projected_by(compare, projection));
}
template <class Range, class Compare = less, class Projection = identity>
void stable_sort(Range&& range, Compare compare = {}, Projection projection = {}) {
  std::stable_sort(std::begin(range), std::end(range), projected_by(compare, projection));
}
template <class Range>
bool is_sorted(Range&& range) {
  return std::is_sorted(std::begin(range), std::end(range));
}
template <class Range>
auto max_element(Range&& range) {
  return std::max_element(std::begin(range), std::end(range));
}

template <class Range, class Predicate, class Projection = identity>
bool any_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::any_of(std::begin(range), std::end(range), projected_by(predicate, projection));
}
template <class Range, class Predicate, class Projection = identity>
bool all_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::all_of(std::begin(range), std::end(range), projected_by(predicate, projection));
}
template <class Range, class Predicate, class Projection = identity>
bool none_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::none_of(std::begin(range), std::end(range), projected_by(predicate, projection));
}

template <class Range, class Value>
auto find(Range&& range, const Value& value) {
  return std::find(std::begin(range), std::end(range), value);
}
template <class Range, class Predicate>
auto find_if(Range&& range, Predicate predicate) {
  return std::find_if(std::begin(range), std::end(range), predicate);
}
template <class Range>
auto adjacent_find(Range&& range) {
  return std::adjacent_find(std::begin(range), std::end(range));
}
template <class Iterator, class Predicate>
auto find_if_not(Iterator first, Iterator last, Predicate predicate) {
  return std::find_if_not(first, last, predicate);
}
template <class Range, class Value>
auto lower_bound(Range&& range, const Value& value) {
  return std::lower_bound(std::begin(range), std::end(range), value);
}
template <class Range, class Value, class Compare = less>
auto upper_bound(Range&& range, const Value& value, Compare compare = {}) {
  return std::upper_bound(std::begin(range), std::end(range), value, compare);
}
template <class Range, class Value>
bool binary_search(Range&& range, const Value& value) {
  return std::binary_search(std::begin(range), std::end(range), value);
}
template <class One, class Other>
bool equal(One&& one, Other&& other) {
  return std::equal(std::begin(one), std::end(one), std::begin(other), std::end(other));
}

template <class Range, class Value>
void fill(Range&& range, const Value& value) {
  std::fill(std::begin(range), std::end(range), value);
}
template <class Range, class Value>
void replace(Range&& range, const Value& old, const Value& fresh) {
  std::replace(std::begin(range), std::end(range), old, fresh);
}
template <class Range, class Output>
void copy(Range&& range, Output output) {
  std::copy(std::begin(range), std::end(range), output);
}
template <class Range, class Output, class Function>
void transform(Range&& range, Output output, Function function) {
  std::transform(std::begin(range), std::end(range), output, function);
}
template <class One, class Other, class Output>
void set_union(One&& one, Other&& other, Output output) {
  std::set_union(std::begin(one), std::end(one), std::begin(other), std::end(other), output);
}

}  // namespace std::ranges
#endif
