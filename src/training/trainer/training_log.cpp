#include "trainer/training_log.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "base/protobuf.h"
#include "base/readable.h"
#include "metrics/metric_table.h"
#include "regard/base/str.h"
#include "runs/run_log.h"

namespace regard::train {
namespace {

static_assert(std::endian::native == std::endian::little,
              "TFRecord is little-endian, and so is this writer");

template <class Number>
void append(std::string& bytes, Number number) {
  char raw[sizeof(Number)];
  std::memcpy(raw, &number, sizeof(Number));
  bytes.append(raw, sizeof(Number));
}

uint32_t masked(uint32_t crc) { return (crc >> 15U | crc << 17U) + 0xA282EAD8U; }

double now() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

/// The beginning of an `Event`: field 1, the wall time, as a double.
std::string event_now() {
  std::string event = "\x09";
  append(event, now());
  return event;
}

std::string host_name() {
  std::array<char, 256> name = {};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "localhost";
}

}  // namespace

uint32_t crc32c(std::string_view bytes) {
  static const auto kTable = [] {
    std::array<uint32_t, 256> table = {};
    for (uint32_t i = 0; i < table.size(); ++i) {
      uint32_t value = i;
      for (int bit = 0; bit < 8; ++bit)
        value = value >> 1U ^ ((value & 1U) != 0 ? 0x82F63B78U : 0U);
      table[i] = value;
    }
    return table;
  }();
  uint32_t crc = 0xFFFFFFFFU;
  for (const char byte : bytes)
    crc = kTable[(crc ^ static_cast<unsigned char>(byte)) & 0xFFU] ^ crc >> 8U;
  return ~crc;
}

EventFile::EventFile(const std::string& directory)
    : out_(str(directory, "/events.out.tfevents.", static_cast<int64_t>(now()), '.', host_name(),
               '.', getpid(), ".0")) {
  std::string event = event_now();
  append_field(event, 3, "brain.Event:2");
  record(event);
}

void EventFile::scalar(std::string_view tag, int64_t step, double value) {
  std::string entry;  // Summary.Value: 1 tag, 2 simple_value
  append_field(entry, 1, tag);
  entry += '\x15';
  append(entry, static_cast<float>(value));
  summary(step, entry);
}

void EventFile::text(std::string_view tag, int64_t step, std::string_view markdown) {
  std::string tensor("\x08\x07", 2);                         // 1 dtype: DT_STRING
  append_field(tensor, 2, std::string("\x12\x02\x08\x01"));  // tensor_shape: one dimension of 1
  append_field(tensor, 8, markdown);                         // string_val
  std::string plugin, metadata;
  append_field(plugin, 1, "text");
  append_field(metadata, 1, plugin);
  std::string entry;  // Summary.Value: 1 tag, 8 tensor, 9 metadata
  append_field(entry, 1, tag);
  append_field(entry, 8, tensor);
  append_field(entry, 9, metadata);
  summary(step, entry);
}

void EventFile::summary(int64_t step, const std::string& entry) {
  std::string summary;
  append_field(summary, 1, entry);
  std::string event = event_now();
  event += '\x10';
  append_varint(event, static_cast<uint64_t>(step));
  append_field(event, 5, summary);
  record(event);
}

void EventFile::record(const std::string& data) {
  std::string header;
  append(header, static_cast<uint64_t>(data.size()));
  std::string bytes = header;
  append(bytes, masked(crc32c(header)));
  bytes += data;
  append(bytes, masked(crc32c(data)));
  out_.write(bytes);
}

void Speedometer::add(const StepSums& step) {
  sums_.loss += step.loss;
  sums_.negative_log_likelihood += step.negative_log_likelihood;
  sums_.source_tokens += step.source_tokens;
  sums_.target_tokens += step.target_tokens;
  sums_.flops += step.flops;
  ++steps_;
}

void Speedometer::restart() {
  product_rate_ = std::max(product_rate_, flops_per_second());
  sums_ = {};
  steps_ = 0;
  started_ = Clock::now();
}

double Speedometer::flops_per_second() const { return sums_.flops / seconds(); }

double Speedometer::utilization() {
  measure_products();
  return std::min(1.0, flops_per_second() / product_rate_);
}

void Speedometer::measure_products() {
  constexpr int kSeldom = 1000;  // interval between measurements, in multiples of their duration
  const auto begin = Clock::now();
  if (begin < next_measurement_) return;
  product_rate_ = std::max(product_rate_, measure_product_rate_());
  const auto end = Clock::now();
  leave_out(end - begin);
  next_measurement_ = end + kSeldom * (end - begin);
}

double Speedometer::seconds() const {
  return std::chrono::duration<double>(Clock::now() - started_).count();
}

double Speedometer::tokens_per_second() const {
  return static_cast<double>(sums_.source_tokens + sums_.target_tokens) / seconds();
}

std::string Speedometer::in_words() {
  return str(std::lround(tokens_per_second()), " tokens/s",
             is_verbose() ? str(", ", std::lround(100 * utilization()), " % MFU") : "");
}

TrainingLog::TrainingLog(const std::string& directory, int64_t keep_bytes)
    : lines_(directory + "/log.jsonl", keep_bytes), events_(directory) {
  const auto config = directory + "/config.yaml";
  if (is_there(config)) write_text("config", 0, str("```\n", read_file(config), "```\n"));
}

void TrainingLog::write(const std::string& event, int64_t step, const Figures& figures) {
  nlohmann::ordered_json line = {{"event", event}, {"step", step}};
  for (const auto& [name, value] : figures) {
    const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
    line[name] =
        whole ? nlohmann::ordered_json(static_cast<int64_t>(value)) : nlohmann::ordered_json(value);
    events_.scalar(event + "/" + name, step, value);
  }
  lines_.write(line.dump() + '\n');
  flush();
}

void TrainingLog::write_text(const std::string& tag, int64_t step, const std::string& markdown) {
  events_.text(tag, step, markdown);
  events_.flush();
}

std::string samples_in_markdown(const std::vector<Validation::Sample>& samples) {
  const auto cell = [](const std::string& text) {
    std::string escaped;
    for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
    return escaped;
  };
  std::string table = "| source | reference | translation |\n|---|---|---|\n";
  for (const auto& sample : samples) {
    table += str("| ", cell(sample.source), " | ", cell(sample.reference), " | ",
                 cell(sample.translation), " |\n");
  }
  return table;
}

void TrainingLog::write_samples(const std::string& tag, int64_t step, const Validation& result) {
  for (const auto& text : result.texts) write_samples(str(tag, '/', text.name), step, text);
  if (result.samples.empty()) return;
  write_text(tag + "/translations", step, samples_in_markdown(result.samples));
}

void TrainingLog::flush() {
  lines_.flush();
  events_.flush();
}

void add_cost(Figures& figures, const Cost& cost) {
  figures.emplace_back("minutes", cost.seconds / 60);
  if (std::isfinite(cost.joules)) figures.emplace_back("joules", cost.joules);
}

void add_scores(Figures& figures, const Validation& result) {
  for (const auto& name : metrics::names_of_metrics_that(&metrics::MetricUses::validates)) {
    if (const auto score = score_of(result.scores, name)) figures.emplace_back(name, *score);
  }
}

void add_texts(Figures& figures, const Validation& result) {
  for (const auto& text : result.texts) {
    Figures own = {{"loss", text.loss}};
    add_scores(own, text);
    for (auto& [name, value] : own) figures.emplace_back(str(text.name, '/', name), value);
  }
}

std::string scores_in_words(const Validation& result) {
  std::string text;
  for (const auto* metric : metrics::metrics_that(&metrics::MetricUses::validates)) {
    const auto score = score_of(result.scores, std::string(metric->name));
    if (!score) continue;
    text += str(text.empty() ? ", greedy " : ", ", metric->title, ' ', fixed(*score, 2));
  }
  return text;
}

std::string texts_in_words(const Validation& result) {
  return join(result.texts, "; ", [](const Validation& text) {
    std::string words = str(text.name, ' ', fixed(text.loss, 2));
    for (const auto* metric : metrics::metrics_that(&metrics::MetricUses::validates)) {
      const auto score = score_of(text.scores, std::string(metric->name));
      if (score) words += str(", ", metric->title, ' ', fixed(*score, 2));
    }
    return words;
  });
}

void TrainingLog::sync() { lines_.sync(); }

int64_t TrainingLog::bytes() { return lines_.size(); }

}  // namespace regard::train
