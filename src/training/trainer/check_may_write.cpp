#include "trainer/check_may_write.h"

#include "base/regular_file.h"
#include "config/experiment.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/origin.h"

namespace regard::train {
namespace {

/// Throws Error if training would write through a link that another user may have made.
void check_links(const RunDirectory& directory) {
  const auto links = directory.links();
  if (links.empty()) return;
  if (is_there(directory.config())) {
    const auto begun = config::load_experiment(directory.config_to_read());
    if (store::is_own(directory, begun.data)) return;
  }
  throw Error("is a symlink in a run that you did not train, and training would write through it",
              links.front(), "copy the run without its links: cp -rL");
}

}  // namespace

void check_may_write(const RunDirectory& directory, Wish wish) {
  const auto in_the_way = directory.file_in_the_way();
  if (directory.holds_run()) {
    if (!wish.overwrite && !wish.resume) {
      throw Error("already holds a run", directory.path(),
                  "continue it: --resume; replace it: --overwrite; or name another directory: "
                  "--output DIR");
    }
    check_links(directory);
    if (wish.resume && is_there(directory.weights()) && !is_there(directory.state())) {
      throw Error("holds a model, but not the state of its training, so that cannot go on",
                  directory.path(),
                  str("train another from its weights: --set training.init_from=", directory.path(),
                      " --output DIR; or replace it: --overwrite"));
    }
  } else if (!in_the_way.empty()) {
    throw Error("would be replaced by training, but is not part of a run", in_the_way,
                "name another directory with --output, or move the file");
  }
  directory.check_can_be_written();
}

}  // namespace regard::train
