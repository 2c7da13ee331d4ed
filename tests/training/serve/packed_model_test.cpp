// Packed models (regard pack) in the server.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
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
  const auto packed = folder / "tiny.regard";
  write_packed_folder(packed, files);
  const ServeOptions options{.models = {packed}};
  EXPECT_NO_THROW(ServedModels{options});

  auto bytes = read_file(packed);
  const auto header = bytes.rfind("model.safetensors");
  ASSERT_NE(header, std::string::npos);
  bytes.at(header + 1000) ^= 1;  // in the file that follows its header of 512 bytes
  folder.write("tiny.regard", bytes);
  const auto error = test::thrown_error([&] { ServedModels{options}; });
  EXPECT_NE(error.problem().find("its SHA-256 differs"), std::string::npos) << error.problem();
  EXPECT_EQ(error.exit_code(), ExitCode::failure);
}

}  // namespace
}  // namespace regard::serve
