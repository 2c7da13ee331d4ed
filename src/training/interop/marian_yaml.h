#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "architecture/layer_kinds.h"
#include "config/node.h"

namespace regard::interop {

/// Options, each with the only value that regard supports. A missing option counts as supported.
using MarianRequirements = std::vector<std::pair<std::string, std::string>>;

/// Options of a Marian model's embeddings and output layer.
struct MarianEmbeddings {
  int64_t size = 0;
  model::TiedEmbeddings tied = model::TiedEmbeddings::none;
  bool is_one = false;      ///< whether source and target share one matrix
  std::string output = {};  ///< name prefix of the output layer's arrays
  bool has_output_bias = true;
};

/// The options in special:model.yml. Members throw Error, naming the file and the option.
class MarianYaml {
 public:
  /// Both arguments must outlive the object; `path` is the file's path.
  MarianYaml(const config::Node& yaml, const std::string& path) : yaml_(yaml), path_(path) {}

  std::string text(std::string_view key, const std::string& otherwise) const;
  bool flag(std::string_view key) const { return text(key, "false") == "true"; }
  int64_t number(std::string_view key) const { return number_of(text(key, ""), key); }
  int64_t number(std::string_view key, int64_t otherwise) const;
  std::vector<int64_t> numbers(std::string_view key) const;
  /// The operations that an option lists, without dropout, which inference does not apply.
  std::string operations(std::string_view key, const std::string& otherwise) const;
  MarianEmbeddings embeddings(const std::string& output) const;

  /// Throws Error if an option is unknown to Marian, is not supported by any architecture of
  /// regard, or differs from its value in `required`.
  void check_keys(const MarianRequirements& required) const;

  [[noreturn]] void fail(const std::string& what) const;

 private:
  int64_t number_of(const std::string& text, std::string_view key) const;

  const config::Node& yaml_;
  const std::string& path_;
};

}  // namespace regard::interop
