#include "cli/environment_variables.h"

namespace regard::cli {
namespace {

constexpr EnvironmentVariable kVariables[] = {
    {"NO_COLOR", "If it is not empty, messages and charts have no colors.", ""},
    {"TERM", "On a terminal called dumb, there are neither colors nor progress bars.", ""},
    {"TMPDIR", "The folder for temporary files, instead of /tmp.", ""},
    {"XDG_STATE_HOME, HOME",
     "Where regard keeps a key, by which it knows the models that were trained here: "
     "$XDG_STATE_HOME/regard/key, or else ~/.local/state/regard/key.",
     ""},
    {"REGARD_ISA", "The instruction set to compute with, instead of the best of the processor.",
     ""},
    {"OMP_NUM_THREADS",
     "The number of threads, where no option gives it, instead of one per core that the process "
     "may use by its CPU affinity and its container's quota.",
     ""},
    {"GOMP_SPINCOUNT, OMP_WAIT_POLICY",
     "How threads wait for work. If neither is set, regard has them sleep soon "
     "(GOMP_SPINCOUNT=1000).",
     ""},
    {"SACREBLEU_SEED",
     "Seed of significance tests, 12345 by default; none is a different one each time.", "score"},
    {"SACREBLEU_FORMAT", "The format of scores, json or text, as -f gives it.", "score"},
    {"RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR, MASTER_PORT",
     "The place of this process among several that train one model, as torchrun sets them. Without "
     "them, those of Slurm count: SLURM_PROCID, SLURM_NTASKS and others that srun sets.",
     "train"},
    {"REGARD_JOIN_SECONDS", "How long processes wait for one another at the start.", "train"},
    {"REGARD_SILENCE_SECONDS", "After how long a silent process counts as lost.", "train"},
    {"GLOO_SOCKET_IFNAME", "The network interface over which processes talk.", "train"},
    {"TORCH_CPP_LOG_LEVEL", "If it is set, LibTorch writes its own messages about processes.",
     "train"},
};

}  // namespace

std::span<const EnvironmentVariable> environment_variables() { return kVariables; }

}  // namespace regard::cli
