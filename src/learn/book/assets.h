#pragma once
#include <string_view>

/// Files of this folder and pages of docs/, which the build embeds (scripts/cmake/assets.cmake).
namespace regard::assets {

extern const std::string_view kBookStyle;
extern const std::string_view kBook;    ///< docs/book.md
extern const std::string_view kBookZh;  ///< docs/book.zh.md
extern const std::string_view kExercises, kExercisesZh, kStudy, kStudyZh;

}  // namespace regard::assets
