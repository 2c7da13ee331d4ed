#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/atomic_file.h"
#include "trainer/task.h"
#include "trainer/training_state.h"

namespace regard::train {

/// Writes scalars and texts in TensorBoard's format: TFRecord framing, each record an `Event`
/// protocol buffer. A file is only appended to; a resumed run starts a new one in the same
/// directory.
class EventFile {
 public:
  /// Creates `directory`/events.out.tfevents.SECONDS.HOST.PROCESS.0. Throws Error if it cannot be
  /// written.
  explicit EventFile(const std::string& directory);

  /// Writes a number. Throws Error, as flush does, if the file cannot be written. Slashes in `tag`
  /// form groups: "train/loss".
  void scalar(std::string_view tag, int64_t step, double value);
  /// Writes a text. `markdown` is shown on TensorBoard's text page.
  void text(std::string_view tag, int64_t step, std::string_view markdown);
  void flush() { out_.flush(); }

 private:
  void summary(int64_t step, const std::string& entry);
  void record(const std::string& data);

  AppendFile out_;
};

/// CRC-32C (Castagnoli), as TFRecord uses it, before masking.
uint32_t crc32c(std::string_view bytes);

/// Measures the throughput of the steps since the last report.
class Speedometer {
 public:
  using Clock = std::chrono::steady_clock;

  /// `measure_product_rate` returns the machine's peak matrix multiplication throughput in FLOP/s.
  /// It is called when the peak is first needed, and then so rarely that it takes 0.1 % of the
  /// time. The highest result counts, because other work on the machine only slows it down.
  explicit Speedometer(std::function<double()> measure_product_rate)
      : measure_product_rate_(std::move(measure_product_rate)) {}

  void add(const StepSums& step);
  /// Excludes a pause from the measured time.
  void leave_out(Clock::duration pause) { started_ += pause; }
  void restart();

  const StepSums& sums() const { return sums_; }
  double seconds() const;
  double seconds_per_step() const { return seconds() / static_cast<double>(steps_); }
  /// Tokens of both sides per second.
  double tokens_per_second() const;
  /// Model FLOPs utilization (Chowdhery et al., 2022, arXiv:2204.02311): the model's FLOPs for real
  /// tokens as a share of the machine's peak, which is at least the rate of earlier steps. Excludes
  /// the time to measure the peak.
  double utilization();
  /// The speed in words: "5349 tokens/s"; if verbose, "5349 tokens/s, 43 % MFU".
  std::string in_words();

 private:
  double flops_per_second() const;
  void measure_products();

  std::function<double()> measure_product_rate_;
  double product_rate_ = 0;
  Clock::time_point next_measurement_;
  StepSums sums_;
  int64_t steps_ = 0;
  Clock::time_point started_ = Clock::now();
};

/// Figures for one moment of a run, in display order.
using Figures = std::vector<std::pair<std::string, double>>;

/// The log of a run: log.jsonl, one event per line, and TensorBoard's event files, which also have
/// the run's config as a text. Throws Error if a file cannot be written.
class TrainingLog {
 public:
  /// Appends to `directory`/log.jsonl after its first `keep_bytes`: lines that a killed run wrote
  /// after the state it resumes from are written again.
  TrainingLog(const std::string& directory, int64_t keep_bytes);

  /// Writes {"event": "train", "step": 100, "loss": 3.2, …}; for TensorBoard, "train/loss".
  void write(const std::string& event, int64_t step, const Figures& figures);
  /// Writes a text for TensorBoard only.
  void write_text(const std::string& tag, int64_t step, const std::string& markdown);
  /// Writes a text with the sample translations of a validation, or one for each text of a list:
  /// "valid/translations", "valid/law/translations". Writes none if nothing was translated.
  void write_samples(const std::string& tag, int64_t step, const Validation& result);
  void flush();
  /// Syncs log.jsonl to the disk.
  void sync();
  /// Bytes of log.jsonl so far.
  int64_t bytes();

 private:
  AppendFile lines_;
  EventFile events_;
};

/// A table of source, reference and translation, in Markdown.
std::string samples_in_markdown(const std::vector<Validation::Sample>& samples);

/// Adds "minutes", and "joules" if known.
void add_cost(Figures& figures, const Cost& cost);

/// Adds the scores of translations, if measured.
void add_scores(Figures& figures, const Validation& result);

/// The scores in words: ", greedy BLEU 31.20, chrF 54.03"; empty if nothing was translated.
std::string scores_in_words(const Validation& result);

/// "law 2.91, BLEU 31.20; games 3.40, BLEU 12.02": loss and scores of each text of a list.
std::string texts_in_words(const Validation& result);

/// Adds loss and scores of each text of a list, under names such as "law/bleu".
void add_texts(Figures& figures, const Validation& result);

}  // namespace regard::train
