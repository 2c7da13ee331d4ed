#pragma once
#include <c10/core/impl/LocalDispatchKeySet.h>

namespace regard::nn {

/// While it lives, the tensors that this thread makes have shapes and types but no numbers
/// (LibTorch's "meta" device): a model made meanwhile is an outline that takes no memory and draws
/// no random numbers.
class ShapesOnly {
  // Factories choose a device in BackendSelect; without it, operators go where the thread says.
  c10::impl::ExcludeDispatchKeyGuard no_choice_{c10::DispatchKey::BackendSelect};
  c10::impl::IncludeDispatchKeyGuard meta_{c10::DispatchKey::Meta};
};

}  // namespace regard::nn
