// Connects the processes of a job through LibTorch's c10d. REGARD_GLOO and REGARD_NCCL show which
// parts of c10d are available (scripts/cmake/parallel.cmake).
#include "parallel/group.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

#ifdef REGARD_GLOO
#include <c10/util/Logging.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>
#ifdef REGARD_NCCL
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>
#endif

#include "base/log.h"
#include "parallel/launch.h"
#include "parallel/watch.h"
#endif

namespace regard::parallel {

#ifndef REGARD_GLOO

std::unique_ptr<Group> join(const Launch& launch) {
  if (launch.size == 1) return alone();
  throw Error(str("is ", launch.size, ", but this build of regard can train with only one process"),
              "WORLD_SIZE", "build it with a LibTorch that has c10d with Gloo (the pip wheels do)");
}

#else

namespace {

using Store = c10::intrusive_ptr<c10d::Store>;

constexpr auto kRestart =
    "start all processes again with --resume: the last saved state is complete";

std::chrono::milliseconds milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000));
}

std::string first_line(const std::exception& error) {
  const std::string text = error.what();
  return text.substr(0, text.find('\n'));
}

class StoreBoard : public Board {
 public:
  explicit StoreBoard(Store store) : store_(std::move(store)) {}

  void write(const std::string& name, const std::string& note) override { store_->set(name, note); }
  std::optional<std::string> read(const std::string& name) override {
    // Checked first, because get() waits for missing keys.
    if (!store_->check({name})) return std::nullopt;
    return store_->get_to_str(name);
  }

 private:
  Store store_;
};

/// Connects to the store where the processes meet. Entries of an earlier start of the job, in a
/// store that outlived it, are ignored.
Store connect(const Launch& launch, bool host) {
  c10d::TCPStoreOptions options;
  options.port = static_cast<uint16_t>(launch.port);
  options.isServer = host;
  options.waitWorkers = false;
  options.timeout = milliseconds(launch.join_seconds);
  try {
    return c10::make_intrusive<c10d::PrefixStore>(
        str("regard/", launch.restarts), c10::make_intrusive<c10d::TCPStore>(launch.host, options));
  } catch (const std::exception& error) {
    throw Error(str(host ? "cannot listen: " : "cannot reach rank 0: ", first_line(error)),
                str(launch.host, ':', launch.port),
                "set MASTER_ADDR and MASTER_PORT to a free port on the machine that runs rank 0",
                ExitCode::failure);
  }
}

void wait_until_all_are_here(const Launch& launch, Store& store) {
  if (store->add("here", 1) == launch.size) store->set("all here", "yes");
  try {
    store->wait({"all here"}, milliseconds(launch.join_seconds));
  } catch (const std::exception&) {
    throw Error(str("only ", store->add("here", 0), " of ", launch.size,
                    " processes joined within ", launch.join_seconds, " s"),
                str(launch.host, ':', launch.port),
                "start all of them; a process by itself needs no RANK, WORLD_SIZE or SLURM_NTASKS",
                ExitCode::failure);
  }
}

/// c10d logs every lost connection with a stack trace; the watch reports it in one line.
void keep_c10d_quiet() {
  constexpr int kErrors = 2;
  if (!process_environment("TORCH_CPP_LOG_LEVEL")) FLAGS_caffe2_log_level = kErrors;
}

[[noreturn]] void end_process(const std::string& reason) {
  std::cerr << str("regard: ", reason, "\n        ", kRestart, '\n') << std::flush;
  ::_exit(static_cast<int>(ExitCode::failure));
}

class C10dGroup : public Group {
 public:
  explicit C10dGroup(const Launch& launch)
      : Group(launch.rank, launch.size),
        hosts_(launch.rank == 0 && !launch.launcher_hosts),
        store_(connect(launch, hosts_)) {
    auto address = own_address_towards(launch.host, launch.port);
    const bool from_afar = address && !is_loopback(*address);
    if (from_afar) store_->add("from afar", 1);
    wait_until_all_are_here(launch, store_);
    // The host's own name may resolve to a loopback address.
    if (!from_afar && store_->add("from afar", 0) > 0) address = address_for_others();
    watch_.emplace(std::make_unique<StoreBoard>(connect(launch, false)),
                   Watch::Options{.rank = launch.rank,
                                  .size = launch.size,
                                  .silence = Watch::Seconds(launch.silence_seconds),
                                  .board_name = str(launch.launcher_hosts ? "the launcher at "
                                                                          : "rank 0 is gone: ",
                                                    launch.host, ':', launch.port),
                                  .give_up = end_process});
    connect_gloo(address);
#ifdef REGARD_NCCL
    nccl_ = c10::make_intrusive<c10d::ProcessGroupNCCL>(
        c10::make_intrusive<c10d::PrefixStore>("nccl", store_), static_cast<int>(rank()),
        static_cast<int>(size()), c10d::ProcessGroupNCCL::Options::create());
#endif
  }

  std::unique_ptr<Pending> start_sum(const torch::Tensor& tensor) override {
    return start(tensor, [](c10d::Backend& backend, std::vector<at::Tensor>& tensors) {
      return backend.allreduce(tensors);
    });
  }

  void broadcast(const torch::Tensor& tensor, int64_t from) override {
    start(tensor, [&](c10d::Backend& backend, std::vector<at::Tensor>& tensors) {
      c10d::BroadcastOptions options;
      options.rootRank = from;
      return backend.broadcast(tensors, options);
    })->wait();
  }

  void fail(const std::string& reason) noexcept override {
    try {
      watch_->report_failure(str("rank ", rank(), " is gone: ", reason));
    } catch (const std::bad_alloc&) {
    }
    if (hosts_) watch_->wait_for_others(kHostStays);
  }

  void leave() noexcept override {
    watch_->leave();
    if (hosts_) watch_->wait_for_others(kHostStays);
  }

 private:
  // How long the others may need to read why the job ended, or to leave it after the host.
  static constexpr Watch::Seconds kHostStays{4};

  void connect_gloo(const std::optional<std::string>& address) {
    using Gloo = c10d::ProcessGroupGloo;
    // The watch detects lost processes; others may wait long while rank 0 validates.
    auto options = Gloo::Options::create(std::chrono::hours(24));
    options->threads = 1;
    const auto interface = process_environment("GLOO_SOCKET_IFNAME");
    try {
      options->devices.push_back(interface ? Gloo::createDeviceForInterface(*interface)
                                 : address ? Gloo::createDeviceForHostname(*address)
                                           : Gloo::createDefaultDevice());
      gloo_ =
          c10::make_intrusive<Gloo>(c10::make_intrusive<c10d::PrefixStore>("gloo", store_),
                                    static_cast<int>(rank()), static_cast<int>(size()), options);
    } catch (const std::exception& error) {
      throw Error(str("the processes cannot connect to each other: ", first_line(error)),
                  interface.value_or(address.value_or("")),
                  "set GLOO_SOCKET_IFNAME to the network interface to use", ExitCode::failure);
    }
  }

  c10d::Backend& backend_of(const torch::Tensor& tensor) {
    return nccl_ && tensor.is_cuda() ? *nccl_ : *gloo_;
  }

  template <class Operation>
  std::unique_ptr<Pending> start(const torch::Tensor& tensor, const Operation& operation) {
    TORCH_CHECK(tensor.is_contiguous(), "Group: the tensor must be contiguous");
    const bool through_cpu = tensor.is_cuda() && !nccl_;
    auto sent = through_cpu ? tensor.cpu() : tensor;
    std::vector<at::Tensor> tensors = {sent};
    try {
      auto work = operation(backend_of(tensor), tensors);
      return std::make_unique<Operating>(*this, std::move(work), std::move(sent),
                                         through_cpu ? tensor : torch::Tensor());
    } catch (const std::exception& error) {
      explain(error);
    }
  }

  struct Operating : Pending {
    Operating(C10dGroup& group, c10::intrusive_ptr<c10d::Work> work, torch::Tensor sent,
              torch::Tensor copied_to)
        : group(group),
          work(std::move(work)),
          sent(std::move(sent)),
          copied_to(std::move(copied_to)) {}

    void wait() override {
      try {
        work->wait();
      } catch (const std::exception& error) {
        group.explain(error);
      }
      if (copied_to.defined()) copied_to.copy_(sent);
    }

    C10dGroup& group;
    c10::intrusive_ptr<c10d::Work> work;
    torch::Tensor sent, copied_to;
  };

  [[noreturn]] void explain(const std::exception& error) {
    const auto reason = watch_->find_reason();
    throw Error(reason.value_or(str("the processes lost contact: ", first_line(error))), "",
                kRestart, ExitCode::failure);
  }

  bool hosts_;
  Store store_;
  std::optional<Watch> watch_;
  c10::intrusive_ptr<c10d::Backend> gloo_, nccl_;
};

}  // namespace

std::unique_ptr<Group> join(const Launch& launch) {
  if (launch.size == 1) return alone();
  if (launch.rank == 0) {
    log_info("waiting for ", launch.size, " processes at ", launch.host, ':', launch.port);
  }
  keep_c10d_quiet();
  return std::make_unique<C10dGroup>(launch);
}

#endif  // REGARD_GLOO

}  // namespace regard::parallel
