#pragma once
#include <zip.h>

#include <map>
#include <stdexcept>
#include <string>

namespace regard::test {

/// Writes a .zip file with these files; their names may even be invalid.
inline void write_zip(const std::string& path, const std::map<std::string, std::string>& files) {
  zip_t* archive = ::zip_open(path.c_str(), ZIP_CREATE | ZIP_TRUNCATE, nullptr);
  for (const auto& [name, text] : files) {
    auto* source = ::zip_source_buffer(archive, text.data(), text.size(), 0);
    ::zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8);
  }
  if (::zip_close(archive) != 0) throw std::runtime_error("cannot write " + path);
}

}  // namespace regard::test
