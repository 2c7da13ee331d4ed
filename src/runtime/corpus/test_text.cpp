#include "corpus/test_text.h"

#include "corpus/parallel_reader.h"
#include "text/preprocess.h"

namespace regard::corpus {

TestText read_test_text(const config::ParallelText& files, config::Preprocess preprocess) {
  TestText text;
  if (files.empty()) return text;
  for (auto& pair : read_parallel_text(files)) {
    text.sources.push_back(std::move(pair.source));
    text.references.push_back(text::preprocess(pair.target, preprocess));
  }
  return text;
}

}  // namespace regard::corpus
