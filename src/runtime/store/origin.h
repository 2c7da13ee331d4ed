#pragma once
#include <string>

#include "config/experiment.h"
#include "store/model_directory.h"

namespace regard::store {

/// A model's config names the texts of its training, and several commands read them unless told
/// otherwise. In a model that came from elsewhere, these names could be those of any file of the
/// user's. So what is trained here gets a mark: the working folder, at which relative names start,
/// and a keyed hash of all, which nobody can make who lacks the user's key (base/user_key.h).

/// Marks a model as the user's own. Without a key, the model stays one from elsewhere.
void mark_as_own(const ModelDirectory& model, const config::DataOptions& data);

/// Whether the model has this user's mark and its config still names the texts it had then.
bool is_own(const ModelDirectory& model, const config::DataOptions& data);

/// The content of a mark for a copy that others may get: it does not name the user's folder, so
/// relative names start at the working folder. Empty unless the model is the user's own.
std::string mark_to_share(const ModelDirectory& model, const config::DataOptions& data);

/// Whether the files of a text may be opened: because the model is the user's own, or because they
/// lie in its directory.
bool may_read(const config::ParallelText& text, const ModelDirectory& model,
              const config::DataOptions& data);

/// Throws Error if they may not. `remedy` says how the user names a text himself.
void check_may_read(const config::ParallelText& text, const ModelDirectory& model,
                    const config::DataOptions& data, const std::string& remedy);

/// The text with names that can be opened from any working folder, and wherever the model is
/// copied: relative ones start at the folder in which the user trained the model. Unchanged in that
/// folder, for another's model, and where the files are gone.
config::ParallelText located(const config::ParallelText& text, const ModelDirectory& model,
                             const config::DataOptions& data);

/// Copies the config of a model for a model made of it, with its mark.
void copy_config(const ModelDirectory& from, const ModelDirectory& to);

}  // namespace regard::store
