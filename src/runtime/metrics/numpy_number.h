#pragma once

namespace regard::metrics {

/// A number as NumPy 2 computes with it: Python's float, which is a double, or NumPy's float32. An
/// operation on both gives a float32. sacreBLEU scores resamples in these types. Their rounding
/// decides the last digits of its intervals, and of p-values if two differences are nearly equal.
class NumpyNumber {
 public:
  NumpyNumber(double value = 0.0) : value_(value) {}  // NOLINT: most numbers are Python's floats
  static NumpyNumber float32(float value) { return {value, true}; }

  double value() const { return value_; }
  explicit operator double() const { return value_; }
  bool is_float32() const { return float32_; }

  friend NumpyNumber operator+(NumpyNumber a, NumpyNumber b) {
    return a.meets(b) ? float32(a.rounded() + b.rounded()) : NumpyNumber(a.value_ + b.value_);
  }
  friend NumpyNumber operator*(NumpyNumber a, NumpyNumber b) {
    return a.meets(b) ? float32(a.rounded() * b.rounded()) : NumpyNumber(a.value_ * b.value_);
  }
  friend NumpyNumber operator/(NumpyNumber a, NumpyNumber b) {
    return a.meets(b) ? float32(a.rounded() / b.rounded()) : NumpyNumber(a.value_ / b.value_);
  }
  NumpyNumber& operator+=(NumpyNumber other) { return *this = *this + other; }
  NumpyNumber& operator/=(NumpyNumber other) { return *this = *this / other; }
  friend bool operator>(NumpyNumber a, NumpyNumber b) { return a.value_ > b.value_; }
  friend bool operator==(NumpyNumber a, NumpyNumber b) { return a.value_ == b.value_; }

 private:
  NumpyNumber(double value, bool is_float32) : value_(value), float32_(is_float32) {}
  bool meets(NumpyNumber other) const { return float32_ || other.float32_; }
  float rounded() const { return static_cast<float>(value_); }

  double value_;
  bool float32_ = false;
};

}  // namespace regard::metrics
