// Runs a benchmark kernel through the C ABI.
#include "bench/ursa_kernel.h"

#include "client/check.h"
#include "client/files.h"

#include <span>

namespace ursa::bench {

using client::check;

const client::DeviceList &devices() {
  static const client::DeviceList list;
  return list;
}

const client::Device &hostDevice() { return devices().select("host"); }

UrsaKernel::UrsaKernel(const std::string &file, const char *name, ursa_specialization_mode_t mode,
                       bool withBuffer, const client::Device &device)
    : name_(name), withBuffer_(withBuffer), session_(device), memory_(session_, sizeof(int)) {
  const auto path =
      client::executableFolder().parent_path() / "share/ursa/bench" / fmt::format("{}.ursa", file);
  client::ImagesHandle images;
  check(ursaImagesLoad(path.c_str(), images.out()), "Loading a benchmark's kernel");
  check(ursaBundleCreate(session_.context.get(), 1, &session_.device.handle, images.get(), mode,
                         bundle_.out()),
        "Making a bundle");
  build();
}

void UrsaKernel::build() {
  check(ursaBundleBuild(bundle_.get(), nullptr), "Building a kernel", session_.device.adapter);
  check(ursaBundleGetKernel(bundle_.get(), nullptr, name_, kernel_.out()), "Getting a kernel",
        session_.device.adapter);
}

void UrsaKernel::specialize(int value) {
  check(ursaBundleSetSpecializationConstant(bundle_.get(), "value", sizeof(value), &value),
        "Setting a constant");
  build();
}

void UrsaKernel::finishBuilds() {
  check(ursaBundleFinishBuilds(bundle_.get()), "Waiting for builds", session_.device.adapter);
}

void UrsaKernel::launch() {
  const size_t global = 1;
  const ursa_kernel_arg_t argument = memory_.argument();
  client::EventHandle event;
  check(ursaEnqueueKernelLaunch(session_.queue.get(), kernel_.get(), 1, nullptr, &global, &global,
                                withBuffer_ ? 1 : 0, &argument, 0, nullptr, event.out()),
        "Launching a kernel", session_.device.adapter);
  const ur_event_handle_t launched = event.get();
  check(urEventWait(1, &launched), "Waiting for a kernel", session_.device.adapter);
}

int UrsaKernel::readBuffer() const {
  int value = 0;
  memory_.download(std::as_writable_bytes(std::span(&value, 1)));
  return value;
}

} // namespace ursa::bench
