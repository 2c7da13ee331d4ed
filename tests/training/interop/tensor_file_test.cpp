#include "interop/load_model.h"

#include <gtest/gtest.h>
#include <torch/types.h>
#include <torch/utils.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>

#include "base/atomic_file.h"
#include "regard/base/error.h"
#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"
#include "support/golden.h"

namespace regard::interop {
namespace {

class Safetensors : public testing::Test {
 protected:
  std::string path() const { return (folder_.path() / "model.safetensors").string(); }

  // A file with this header and this many bytes of data.
  void write(const std::string& header, size_t bytes) {
    std::string text(8, '\0');
    const uint64_t length = header.size();
    std::memcpy(text.data(), &length, sizeof(length));
    write_raw(text + header + std::string(bytes, '\1'));
  }
  void write_raw(const std::string& text) { std::ofstream(path(), std::ios::binary) << text; }

  // The message of the Error, or "" if the file is read.
  std::string refusal() const {
    try {
      read_safetensors(path());
    } catch (const Error& error) {
      EXPECT_EQ(error.where(), path());
      EXPECT_EQ(error.exit_code(), ExitCode::failure);
      return error.problem();
    }
    return "";
  }

  void write_sample() {
    write_safetensors(path(),
                      {{"a", torch::arange(6.0F).view({2, 3})}, {"b.c", torch::tensor({1, 2})}},
                      {{"format", "pt"}});
  }

  test::TemporaryFolder folder_;
};

TEST_F(Safetensors, AreReadTensorByTensor) {
  write_sample();
  store::SafetensorsReader reader(path());
  EXPECT_EQ(reader.metadata().at("format"), "pt");
  EXPECT_EQ(reader.entries().at("a").shape, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(reader.entries().at("b.c").type, store::Dtype::i64);
  EXPECT_TRUE(read_tensor(reader, "b.c").equal(torch::tensor({1, 2})));
  EXPECT_TRUE(read_tensor(reader, "a").equal(torch::arange(6.0F).view({2, 3})));
}

TEST_F(Safetensors, ThatAreOpenStayTheSameWhenOthersTakeTheirName) {
  write_sample();
  store::SafetensorsReader reader(path());
  write_safetensors(path(), {{"a", torch::zeros({1})}}, {});
  EXPECT_TRUE(read_tensor(reader, "a").equal(torch::arange(6.0F).view({2, 3})));
}

TEST_F(Safetensors, ThatAreCutOffAfterTheyWereOpenedAreAnError) {
  write_sample();
  store::SafetensorsReader reader(path());
  std::filesystem::resize_file(path(), 40);
  for (const char* name : {"a", "b.c"}) {
    const auto error = test::thrown_error([&] { read_tensor(reader, name); });
    EXPECT_EQ(error.where(), path());
  }
}

TEST_F(Safetensors, GiveBackWhatWasWrittenInEveryType) {
  torch::manual_seed(17);
  std::map<std::string, torch::Tensor> tensors;
  for (const auto type :
       {torch::kFloat, torch::kDouble, torch::kHalf, torch::kBFloat16, torch::kLong, torch::kInt,
        torch::kShort, torch::kChar, torch::kByte, torch::kBool}) {
    tensors[c10::toString(type)] = torch::randint(0, 2, {2, 3}).to(type);
  }
  tensors["no dimensions"] = torch::tensor(3.5F);
  tensors["no numbers"] = torch::zeros({0, 4});
  tensors["not contiguous"] = torch::arange(6.0F).view({2, 3}).t();
  tensors["quoted \"name\" é"] = torch::ones({1});
  const std::map<std::string, std::string> metadata = {{"format", "pt"},
                                                       {"note", "line\nbreak, é"}};
  write_safetensors(path(), tensors, metadata);
  const auto file = read_safetensors(path());
  EXPECT_EQ(file.metadata, metadata);
  ASSERT_EQ(file.tensors.size(), tensors.size());
  for (const auto& [name, tensor] : tensors) {
    ASSERT_TRUE(file.tensors.contains(name)) << name;
    EXPECT_EQ(file.tensors.at(name).dtype(), tensor.dtype()) << name;
    EXPECT_TRUE(file.tensors.at(name).equal(tensor)) << name;
  }
}

TEST_F(Safetensors, AreWrittenTheSameEachTimeWithAnAlignedHeader) {
  write_sample();
  const auto first = read_file(path());
  write_sample();
  EXPECT_EQ(read_file(path()), first);
  uint64_t length = 0;
  std::memcpy(&length, first.data(), sizeof(length));
  EXPECT_EQ(length % 8, 0U);
  EXPECT_EQ(first.substr(8, 1), "{");
}

TEST_F(Safetensors, OfOtherProgramsAreRead) {
  size_t files = 0;
  const auto manifest = test::read_json(test::golden_folder() / "manifest.json");
  for (const auto& entry : manifest.at("cases")) {
    const std::string file = entry.at("file");
    if (!file.ends_with(".safetensors")) continue;
    EXPECT_FALSE(read_safetensors((test::golden_folder() / file).string()).tensors.empty()) << file;
    ++files;
  }
  EXPECT_GT(files, 0U);
}

TEST_F(Safetensors, CutOffAnywhereAreRefused) {
  write_sample();
  const auto whole = read_file(path());
  for (size_t length = 0; length < whole.size(); ++length) {
    write_raw(whole.substr(0, length));
    EXPECT_NE(refusal(), "") << length << " of " << whole.size() << " bytes";
  }
  write_raw(whole + "x");
  EXPECT_NE(refusal(), "") << "a byte too many";
}

// Most changes to the header break it, but some only rename a tensor. Each file must be read or
// refused; none may cause a crash.
TEST_F(Safetensors, ChangedAnywhereInTheHeaderAreReadOrRefused) {
  write_sample();
  const auto whole = read_file(path());
  uint64_t header = 0;
  std::memcpy(&header, whole.data(), sizeof(header));
  std::mt19937 random(18);
  for (size_t at = 0; at < 8 + header; ++at) {
    for (int i = 0; i < 8; ++i) {
      auto changed = whole;
      changed[at] = static_cast<char>(random());
      write_raw(changed);
      refusal();
    }
  }
}

struct Damage {
  std::string name;
  std::string header;
  size_t bytes;
  std::string says;  // part of the message
};
void PrintTo(const Damage& damage, std::ostream* out) { *out << damage.header; }

class DamagedSafetensors : public Safetensors, public testing::WithParamInterface<Damage> {};

TEST_P(DamagedSafetensors, AreRefused) {
  write(GetParam().header, GetParam().bytes);
  const auto text = refusal();
  EXPECT_NE(text, "");
  EXPECT_NE(text.find(GetParam().says), std::string::npos) << text;
}

const std::string kFine = R"("a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]})";

INSTANTIATE_TEST_SUITE_P(
    Headers, DamagedSafetensors,
    testing::Values(
        Damage{"no_json", "hello", 0, "JSON"}, Damage{"a_list", "[]", 0, "JSON object"},
        Damage{"two_values", "{} {}", 0, "JSON"},
        Damage{"duplicate_name", "{" + kFine + "," + kFine + "}", 8, "twice"},
        Damage{"duplicate_key",
               R"({"a":{"dtype":"F32","dtype":"F32","shape":[2],"data_offsets":[0,8]}})", 8,
               "twice"},
        Damage{"unknown_type", R"({"a":{"dtype":"F31","shape":[2],"data_offsets":[0,8]}})", 8,
               "F31"},
        Damage{"no_type", R"({"a":{"shape":[2],"data_offsets":[0,8]}})", 8, "type"},
        Damage{"no_shape", R"({"a":{"dtype":"F32","data_offsets":[0,8]}})", 8, "shape"},
        Damage{"negative_shape", R"({"a":{"dtype":"F32","shape":[-2],"data_offsets":[0,8]}})", 8,
               "shape"},
        Damage{"fractional_shape", R"({"a":{"dtype":"F32","shape":[2.0],"data_offsets":[0,8]}})", 8,
               "shape"},
        Damage{"no_offsets", R"({"a":{"dtype":"F32","shape":[2]}})", 8, "data_offsets"},
        Damage{"three_offsets", R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8,8]}})", 8,
               "a"},
        Damage{"offsets_backwards", R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}})", 8,
               "a"},
        Damage{"beyond_the_file", R"({"a":{"dtype":"F32","shape":[3],"data_offsets":[0,12]}})", 8,
               "outside"},
        Damage{"wrong_size", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,8]}})", 8,
               "shape"},
        Damage{"gap", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})", 8, "gap"},
        Damage{"unused_end", R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", 8,
               "4 bytes of 8"},
        Damage{"overlap",
               "{" + kFine + R"(,"b":{"dtype":"F32","shape":[2],"data_offsets":[4,12]}})", 12,
               "overlap"},
        Damage{"product_overflows",
               R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}})", 0,
               "shape"},
        Damage{"extent_overflows_beside_zero",
               R"({"a":{"dtype":"F32","shape":[0,18446744073709551615],"data_offsets":[0,0]}})", 0,
               "shape"},
        Damage{"metadata_is_no_object", R"({"__metadata__":"x"})", 0, "metadata"},
        Damage{"metadata_holds_a_number", R"({"__metadata__":{"x":1}})", 0, "metadata"}),
    [](const auto& info) { return info.param.name; });

TEST_F(Safetensors, WithAHeaderLongerThanTheFileAreRefused) {
  for (const uint64_t length : {uint64_t{9}, uint64_t{1} << 40, ~uint64_t{0}, ~uint64_t{0} - 7}) {
    std::string text(16, ' ');
    std::memcpy(text.data(), &length, sizeof(length));
    write_raw(text);
    EXPECT_NE(refusal().find("header"), std::string::npos);
  }
}

TEST_F(Safetensors, ThatAreMissingAreNamed) { EXPECT_NE(refusal(), ""); }

}  // namespace
}  // namespace regard::interop
