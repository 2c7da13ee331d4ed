#pragma once
#include <filesystem>
#include <vector>

#include "claims/claim.h"

namespace regard::claims {

/// NAME.jsonl: the finished trials of a claim, a line each, {"seed": 1, "seconds": 2.5, "measured":
/// {"loss": 0.3}}. A trial is kept as soon as it is finished, so that a run that was stopped goes
/// on where it was.
class TrialFile {
 public:
  TrialFile(const std::filesystem::path& folder, const Claim& claim);

  /// In the order of the file. A last line without an end, of a run that was killed, is left out.
  /// Throws Error with file and line for others that are no trials, and for one that lacks a
  /// quantity that the claim's checks and charts ask for: it is another version's.
  std::vector<Trial> read() const;

  /// Appends a line after the last whole one.
  void add(const Trial& trial) const;

 private:
  std::filesystem::path path_;
  const Claim* claim_;
};

}  // namespace regard::claims
