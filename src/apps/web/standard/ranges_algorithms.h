#pragma once
// The range-based algorithms of std::ranges that regard calls, for the standard library of
// Emscripten 3.1.6, which has only their concepts. They take a projection where regard uses one.
#include <algorithm>
#include <functional>
#include <iterator>
#include <version>
#if !defined(__cpp_lib_ranges) && _LIBCPP_VERSION < 15000

namespace std::ranges {

/// A comparison or predicate applied to projected values.
template <class Function, class Projection>
constexpr auto projected_by(Function& function, Projection& projection) {
  return [&](const auto&... values) -> bool {
    return std::invoke(function, std::invoke(projection, values)...);
  };
}

template <class Range, class Compare = less, class Projection = identity>
constexpr void sort(Range&& range, Compare compare = {}, Projection projection = {}) {
  std::sort(std::begin(range), std::end(range), projected_by(compare, projection));
}
template <class Range, class Compare = less, class Projection = identity>
constexpr void stable_sort(Range&& range, Compare compare = {}, Projection projection = {}) {
  std::stable_sort(std::begin(range), std::end(range), projected_by(compare, projection));
}
template <class Range>
constexpr bool is_sorted(Range&& range) {
  return std::is_sorted(std::begin(range), std::end(range));
}
template <class Range>
constexpr auto max_element(Range&& range) {
  return std::max_element(std::begin(range), std::end(range));
}

template <class Range, class Predicate, class Projection = identity>
constexpr bool any_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::any_of(std::begin(range), std::end(range), projected_by(predicate, projection));
}
template <class Range, class Predicate, class Projection = identity>
constexpr bool all_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::all_of(std::begin(range), std::end(range), projected_by(predicate, projection));
}
template <class Range, class Predicate, class Projection = identity>
constexpr bool none_of(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::none_of(std::begin(range), std::end(range), projected_by(predicate, projection));
}

template <class Range, class Value, class Projection = identity>
constexpr auto find(Range&& range, const Value& value, Projection projection = {}) {
  return std::find_if(std::begin(range), std::end(range), [&](const auto& element) -> bool {
    return std::invoke(projection, element) == value;
  });
}
template <class Range, class Predicate, class Projection = identity>
constexpr auto find_if(Range&& range, Predicate predicate, Projection projection = {}) {
  return std::find_if(std::begin(range), std::end(range), projected_by(predicate, projection));
}
template <class Range>
constexpr auto adjacent_find(Range&& range) {
  return std::adjacent_find(std::begin(range), std::end(range));
}
template <class Range, class Predicate>
constexpr auto find_if_not(Range&& range, Predicate predicate) {
  return std::find_if_not(std::begin(range), std::end(range), predicate);
}
template <class Iterator, class Predicate>
constexpr auto find_if_not(Iterator first, Iterator last, Predicate predicate) {
  return std::find_if_not(first, last, predicate);
}
template <class Range, class Value>
constexpr auto count(Range&& range, const Value& value) {
  return std::count(std::begin(range), std::end(range), value);
}
template <class Range, class Predicate>
constexpr auto count_if(Range&& range, Predicate predicate) {
  return std::count_if(std::begin(range), std::end(range), predicate);
}
template <class Range, class Value, class Compare = less, class Projection = identity>
constexpr auto lower_bound(Range&& range, const Value& value, Compare compare = {},
                           Projection projection = {}) {
  return std::lower_bound(std::begin(range), std::end(range), value,
                          [&](const auto& element, const auto& bound) -> bool {
                            return std::invoke(compare, std::invoke(projection, element), bound);
                          });
}
template <class Range, class Value, class Compare = less, class Projection = identity>
constexpr auto upper_bound(Range&& range, const Value& value, Compare compare = {},
                           Projection projection = {}) {
  return std::upper_bound(std::begin(range), std::end(range), value,
                          [&](const auto& bound, const auto& element) -> bool {
                            return std::invoke(compare, bound, std::invoke(projection, element));
                          });
}
template <class Range, class Value>
constexpr bool binary_search(Range&& range, const Value& value) {
  return std::binary_search(std::begin(range), std::end(range), value);
}
template <class One, class Other, class Predicate = equal_to>
constexpr bool equal(One&& one, Other&& other, Predicate predicate = {}) {
  return std::equal(std::begin(one), std::end(one), std::begin(other), std::end(other), predicate);
}
template <class One, class Other>
struct mismatch_result {
  One in1;
  Other in2;
};
template <class One, class Other>
constexpr auto mismatch(One&& one, Other&& other) {
  const auto [in1, in2] =
      std::mismatch(std::begin(one), std::end(one), std::begin(other), std::end(other));
  return mismatch_result<decltype(std::begin(one)), decltype(std::begin(other))>{in1, in2};
}
template <class Range>
constexpr auto min(Range&& range) {
  return *std::min_element(std::begin(range), std::end(range));
}

template <class Range, class Value>
constexpr void fill(Range&& range, const Value& value) {
  std::fill(std::begin(range), std::end(range), value);
}
template <class Range, class Value>
constexpr void replace(Range&& range, const Value& old, const Value& fresh) {
  std::replace(std::begin(range), std::end(range), old, fresh);
}
template <class Range, class Output>
constexpr void copy(Range&& range, Output output) {
  std::copy(std::begin(range), std::end(range), output);
}
template <class Range, class Output>
constexpr void move(Range&& range, Output output) {
  std::move(std::begin(range), std::end(range), output);
}
template <class Range>
constexpr void reverse(Range&& range) {
  std::reverse(std::begin(range), std::end(range));
}
template <class Range, class Output, class Function>
constexpr void transform(Range&& range, Output output, Function function) {
  std::transform(std::begin(range), std::end(range), output, function);
}
template <class One, class Other, class Output>
constexpr void set_union(One&& one, Other&& other, Output output) {
  std::set_union(std::begin(one), std::end(one), std::begin(other), std::end(other), output);
}

}  // namespace std::ranges
#endif
