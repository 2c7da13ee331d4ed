// The files of a Marian model: their names, decoder.yml and archives.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/zip_writer.h"
#include "interop/foreign_model.h"
#include "interop/marian_arrays.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/marian_files.h"

namespace regard::interop {
namespace {

namespace fs = std::filesystem;
using test::thrown_error;

class MarianModelFiles : public testing::Test {
 protected:
  MarianModelFiles() { fs::copy(kMarianGolden + "/post", folder_ / "model"); }

  std::string problem(const std::string& path = "model") const {
    return thrown_error([&] { import_model(folder_ / path); }).problem();
  }

  test::TemporaryFolder folder_;
};

TEST_F(MarianModelFiles, TakesSearchAndFilesFromADecoderYml) {
  fs::rename(folder_ / "model/vocab.yml", folder_ / "model/opus.spm32k.vocab.yml");
  folder_.write("model/decoder.yml",
                "relative-paths: true\nmodels:\n  - /elsewhere/model.npz\nvocabs:\n"
                "  - opus.spm32k.vocab.yml\n  - opus.spm32k.vocab.yml\nbeam-size: 6\n"
                "normalize: 0.5\nmax-length-factor: 3\n");
  const auto search = import_model(folder_ / "model").experiment.search;
  EXPECT_EQ(search.beam_size, 6);
  EXPECT_EQ(search.length_penalty, 0.5);
  EXPECT_EQ(search.max_length_ratio, 3.0);
  EXPECT_EQ(search.suppress, "<unk>");
  folder_.write("model/decoder.yml", "models: [a.npz, b.npz]\nvocabs: [a, b]\n");
  EXPECT_EQ(problem(), "names 2 models, but regard imports one");
  folder_.write("model/decoder.yml", "shortlist: [lex.s2t.bin, 100, 100]\n");
  EXPECT_EQ(problem(), "names the shortlist lex.s2t.bin, which is missing");
  folder_.write("model/decoder.yml", "text\n");
  EXPECT_EQ(problem(), "is not a map of options");
}

TEST_F(MarianModelFiles, WarnsOfALimitOnTheSource) {
  const auto warning_of = [&](const std::string& option) {
    folder_.write("model/decoder.yml", "beam-size: 6\n" + option);
    testing::internal::CaptureStderr();
    import_model(folder_ / "model");
    return testing::internal::GetCapturedStderr();
  };
  EXPECT_NE(warning_of("max-length: 50\n").find("no such option: max-length 50\n"),
            std::string::npos);
  EXPECT_EQ(warning_of("max-length: 1000\n"), "") << "Marian's default";
}

TEST_F(MarianModelFiles, SaysWhichFileAFolderLacks) {
  fs::remove(folder_ / "model/source.spm");
  EXPECT_EQ(problem(), "has no source.spm, which is needed to tokenize text");
  folder_.write("model/source.bpe", "");
  EXPECT_TRUE(problem().starts_with("splits words by source.bpe (subword-nmt)"));
  folder_.write("model/other.npz", "");
  EXPECT_EQ(problem(), "has several models and no decoder.yml: model.npz, other.npz");
  fs::remove(folder_ / "model/other.npz");
  folder_.write("model/other.bin", test::marian_binary({}));
  EXPECT_EQ(problem(), "has several models and no decoder.yml: model.npz, other.bin");
  fs::remove(folder_ / "model/other.bin");
  fs::remove(folder_ / "model/vocab.yml");
  EXPECT_EQ(problem(), "has no vocabulary (vocab.yml, vocab.spm)");
}

TEST_F(MarianModelFiles, MayBeAnArchiveAsOpusMtPublishesThem) {
  folder_.write("model/README.md", "# opus\n* source languages: de\n* target languages: fr it\n");
  ZipWriter archive(folder_ / "opus.zip");
  for (const char* name : {"model.npz", "vocab.yml", "source.spm", "target.spm", "README.md"}) {
    archive.add(name, folder_.read(std::string("model/") + name));
  }
  archive.commit();
  const auto model = import_model(folder_ / "opus.zip");
  expect_equal_weights(model, import_model(folder_ / "model"));
  EXPECT_EQ(model.experiment.data.source_language, "de");
  EXPECT_EQ(model.experiment.data.target_language, "fr");
}

TEST_F(MarianModelFiles, IsToBeUnpackedFirst) {
  fs::remove(folder_ / "model/model.npz");
  folder_.write("model/model.enfr.intgemm.alphas.bin.gz", "");
  EXPECT_EQ(problem(), "contains model.enfr.intgemm.alphas.bin.gz, which is compressed");
}

TEST_F(MarianModelFiles, InAnArchiveIsNamedByTheArchive) {
  ZipWriter archive(folder_ / "opus.zip");
  archive.add("model.npz", folder_.read("model/model.npz"));
  archive.commit();
  const auto error = thrown_error([&] { import_model(folder_ / "opus.zip"); });
  EXPECT_EQ(error.where(), folder_ / "opus.zip");
}

TEST_F(MarianModelFiles, InAnArchiveNamesNoFileOutsideOfIt) {
  folder_.write("elsewhere.yml", folder_.read("model/vocab.yml"));
  const auto problem_of = [&](const std::string& decoder) {
    ZipWriter archive(folder_ / "opus.zip");
    for (const char* name : {"model.npz", "vocab.yml", "source.spm", "target.spm"}) {
      archive.add(name, folder_.read(std::string("model/") + name));
    }
    archive.add("decoder.yml", decoder);
    archive.commit();
    return problem("opus.zip");
  };
  const std::string absolute = folder_ / "elsewhere.yml";
  EXPECT_EQ(problem_of("vocabs: [vocab.yml, " + absolute + "]\n"),
            "names " + absolute + ", which is not in the archive");
  EXPECT_EQ(problem_of("models: [" + (folder_ / "model/other.npz") + "]\n"),
            "names " + (folder_ / "model/other.npz") + ", which is not in the archive");
  EXPECT_EQ(problem_of("shortlist: [" + absolute + ", 100, 100]\n"),
            "names " + absolute + ", which is not in the archive");
  for (const std::string path : {"../elsewhere.yml", "..", "."}) {
    EXPECT_EQ(problem_of("vocabs: ['" + path + "', vocab.yml]\n"),
              "names " + path + ", which is not in the archive");
  }
}

TEST_F(MarianModelFiles, MayHaveOtherFilesInItsArchive) {
  ZipWriter archive(folder_ / "a.zip");
  for (const char* name : {"model.npz", "vocab.yml", "source.spm", "target.spm"}) {
    archive.add(name, folder_.read(std::string("model/") + name));
  }
  archive.add("one/preprocess.sh", "");
  archive.add("two/preprocess.sh", "");
  archive.commit();
  expect_equal_weights(import_model(folder_ / "a.zip"), import_model(folder_ / "model"));
  folder_.write("b.zip", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n");
  EXPECT_EQ(problem("b.zip"), "is a Git LFS pointer, not the model");
}

}  // namespace
}  // namespace regard::interop
