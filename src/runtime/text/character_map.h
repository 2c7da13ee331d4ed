#pragma once
#include <string_view>

namespace regard::text {

/// Whether SentencePiece can use the normalization rules of a model without leaving them, whatever
/// text it is given. It trusts them: a rule's trie (Darts-clone's double array) and the texts it
/// points to are read without a look at their bounds. False also where the model or a message in it
/// is not written as protobuf writes it (protobuf.h), since SentencePiece may find other rules
/// there.
bool has_sound_character_maps(std::string_view model);

/// The same of one set of rules, as `precompiled_charsmap` of a model holds them.
bool is_sound_character_map(std::string_view map);

}  // namespace regard::text
