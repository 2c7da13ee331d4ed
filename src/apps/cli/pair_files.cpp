#include "cli/pair_files.h"

#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/config/scalar.h"

namespace regard::cli {

void PairFiles::set_columns(bitext::ReadOptions& read) const {
  if (columns.empty()) return;
  const size_t comma = columns.find(',');
  const auto source = config::parse_int(columns.substr(0, comma));
  const auto target =
      config::parse_int(comma == std::string::npos ? "" : columns.substr(comma + 1));
  if (!source || !target || *source < 1 || *target < 1 || *source == *target) {
    throw Error(str("--columns is ", columns, ", but must be two column numbers, such as 1,3"));
  }
  read.source_column = *source;
  read.target_column = *target;
}

void add_pair_files(CLI::App& command, PairFiles& files) {
  command
      .add_option("FILE", files.files,
                  "Pairs: .tsv, .csv, .tmx, .po, .mo, .xlf, an OPUS .zip in Moses format; or two "
                  "texts, line by line: text.en text.fr. Each may be plain, .gz, .xz or .zst.")
      ->required()
      ->type_name("FILE");
  command
      .add_option("--columns", files.columns,
                  "Columns of source and target in a .tsv or .csv. Default: the first two with "
                  "text rather than numbers or labels.")
      ->type_name("N,N");
}

}  // namespace regard::cli
