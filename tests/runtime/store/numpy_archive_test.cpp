#include "store/numpy_archive.h"

#include <gtest/gtest.h>

#include "support/base/temporary_folder.h"
#include "support/base/thrown_error.h"

namespace regard::store {
namespace {

using Shape = std::vector<int64_t>;
using test::thrown_error;

/// A .npy file with the given header and data.
std::string npy(const std::string& header, const std::string& numbers) {
  return std::string("\x93NUMPY\1\0", 8) + static_cast<char>(header.size()) + '\0' + header +
         numbers;
}

NumpyArray read(const std::string& header, const std::string& numbers) {
  return read_numpy_array(npy(header, numbers), "a");
}

TEST(NumpyArray, HasTypeShapeAndOrder) {
  const auto array = read("{'descr': '<i2', 'fortran_order': True, 'shape': (2, 1), }\n", "abcd");
  EXPECT_EQ(array.type, Dtype::i16);
  EXPECT_EQ(array.shape, (Shape{2, 1}));
  EXPECT_TRUE(array.first_index_fastest);
  EXPECT_EQ(array.bytes, "abcd");
}

TEST(NumpyArray, MayBeOneNumberOrNone) {
  EXPECT_EQ(read("{'descr': '|i1', 'fortran_order': False, 'shape': (), }", "a").shape, Shape());
  EXPECT_EQ(read("{'descr':'|u1','fortran_order':False,'shape':(0,),}", "").shape, Shape{0});
}

TEST(NumpyArray, OfObjectsOrBigEndianNumbersIsRefused) {
  for (const char* type : {"|O", ">f4", "<c8", "<U3"}) {
    const auto header =
        std::string("{'descr': '") + type + "', 'fortran_order': False, 'shape': (1,), }";
    const auto problem = thrown_error([&] { read(header, "abcd"); }).problem();
    EXPECT_EQ(problem,
              std::string("has numbers of the type ") + type + ", which regard does not read");
  }
}

TEST(NumpyArray, MustFillItsShape) {
  const std::string begin = "{'descr': '<f4', 'fortran_order': False, 'shape': (";
  for (const char* shape :
       {"3,), }", "4294967296, 4294967296, 4294967296), }", "-1,), }", "x), }"}) {
    EXPECT_TRUE(
        thrown_error([&] { read(begin + shape, "abcd"); }).problem().starts_with("damaged array: "))
        << shape;
  }
}

TEST(NumpyArchive, ComesBackFromARoundTrip) {
  const test::TemporaryFolder folder;
  NumpyArray array;
  array.shape = {1, 2};
  array.bytes = "abcdefgh";
  NumpyArray text;
  text.type = Dtype::i8;
  text.shape = {3};
  text.bytes = "a\nb";
  write_numpy_archive(folder / "a.npz", {{"W", array}, {"special:model.yml", text}});
  const NumpyArchive archive(folder / "a.npz");
  EXPECT_EQ(archive.names(), (std::vector<std::string>{"W", "special:model.yml"}));
  EXPECT_EQ(archive.read("W").shape, array.shape);
  EXPECT_EQ(archive.read("W").bytes, array.bytes);
  EXPECT_EQ(archive.read("special:model.yml").type, Dtype::i8);
  EXPECT_EQ(archive.read("special:model.yml").bytes, text.bytes);
}

TEST(NumpyArchive, WritesShapesAsNumPyDoes) {
  const test::TemporaryFolder folder;
  const auto header_with = [&](const Shape& shape, size_t bytes) {
    NumpyArray array;
    array.type = Dtype::i8;
    array.shape = shape;
    array.bytes.resize(bytes);
    write_numpy_archive(folder / "a.npz", {{"a", array}});
    const auto content = folder.read("a.npz");
    const auto begin = content.find("'shape'");
    return content.substr(begin, content.find('}', begin) - begin);
  };
  EXPECT_EQ(header_with({}, 1), "'shape': (), ");
  EXPECT_EQ(header_with({3}, 3), "'shape': (3,), ");
  EXPECT_EQ(header_with({2, 1}, 2), "'shape': (2, 1), ");
}

}  // namespace
}  // namespace regard::store
