// Packed models (regard pack) in the server.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/files.h"
#include "base/packed_folder.h"
#include "serve/served_model.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/tiny_model.h"

namespace regard::serve {
namespace {

namespace fs = std::filesystem;

TEST(ServedModels, RefusesAPackedModelThatWasChanged) {
  const test::TemporaryFolder folder;
  test::tiny_model("transformer", 1).save(folder / "model");
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder / "model")) files.push_back(entry.path());
  const fs::path weights = fs::path(folder / "model") / "model.safetensors";
  std::swap(*std::ranges::find(files, weights), files.back());
  const auto packed = folder / "tiny.regard";
  write_packed_folder(packed, files);
  const ServeOptions options{.models = {packed}};
  EXPECT_NO_THROW(ServedModels(options).all().front()->get());

  auto bytes = read_file(packed);
  bytes.at(bytes.find_last_not_of('\0')) ^= 1;
  folder.write("tiny.regard", bytes);
  const auto error = test::thrown_error([&] { ServedModels(options).all().front()->get(); });
  EXPECT_NE(error.problem().find("its SHA-256 differs"), std::string::npos) << error.problem();
  EXPECT_EQ(error.exit_code(), ExitCode::failure);
}

}  // namespace
}  // namespace regard::serve
