// vulkan_run CONTAINER KERNEL,... ARGUMENT...: runs kernels of a container on the first Vulkan
// device, on the host adapter and on the devices of --also, and compares all buffers. With
// --adapter they run on Vulkan through the adapter, which selects the image; without, they run on
// plain Vulkan, and any message of the validation layer is an error.
#include "client/check.h"
#include "client/devices.h"
#include "compiler/vulkan/test_arguments.h"
#include "compiler/vulkan/vulkan_device.h"
#include "compiler/vulkan/vulkan_printf.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstring>
#include <map>
#include <memory>
#include <optional>

namespace {

using ursa::test::compareBuffers;
using ursa::test::DeviceBuffer;
using ursa::test::ImageKernel;
using ursa::test::Launch;
using ursa::test::LaunchArgument;
using ursa::test::parseTestArgument;
using ursa::test::printfText;
using ursa::test::readVulkanImage;
using ursa::test::TestArgument;
using ursa::test::VulkanDevice;
using ursa::test::VulkanImage;
using namespace ursa::test;
using ursa::client::check;
using ursa::client::fail;
using Kind = TestArgument::Kind;

struct Options {
  std::string container;
  std::vector<std::string> kernels;
  std::vector<std::string> arguments;
  std::vector<std::uint32_t> global{64};
  std::vector<std::uint32_t> local{16};
  std::vector<std::uint32_t> offset;
  std::vector<std::string> settings;
  std::vector<std::string> also;     ///< further devices to compare with, by selector
  std::vector<std::string> expected; ///< "INDEX=ARGUMENT"; replaces the runs on other devices
  std::string mode = "native";
  double ulps = 0;
  double absolute = 0;
  std::uint64_t seed = 1;
  bool printsTimes = false;
  bool usesAdapter = false;
  std::string buildOptions;
};

/// An image of a container: its code and properties.
struct Image {
  std::span<const std::byte> code;
  std::vector<ursa_property_t> properties;
};

Image findImage(ursa_images_handle_t images, const std::string &target) {
  std::uint32_t count = 0;
  check(ursaImagesGetCount(images, &count), "Counting the images");
  for (std::uint32_t i = 0; i < count; ++i) {
    ursa_image_info_t info{};
    check(ursaImagesGetInfo(images, i, &info), "Describing an image");
    if (info.target != target)
      continue;
    Image image{{static_cast<const std::byte *>(info.code), info.codeSize}, {}};
    image.properties.resize(info.propertyCount);
    for (std::uint32_t k = 0; k < info.propertyCount; ++k)
      check(ursaImagesGetProperty(images, i, k, &image.properties[k]), "Reading a property");
    return image;
  }
  fail("The container has no image for '{}'.", target);
}

/// The values of all constants, and the location of each leaf and constant in them.
struct Constants {
  std::vector<std::byte> blob;
  struct Location {
    std::size_t offset;
    std::size_t size;
  };
  std::map<unsigned, Location> leaves;
  std::map<std::string, Location> constants;
};

Constants readConstants(const Image &image) {
  Constants result;
  std::size_t base = 0;
  for (const ursa_property_t &property : image.properties) {
    const std::string set = property.set;
    const auto *bytes = static_cast<const std::byte *>(property.value);
    if (set == "SYCL/specialization constants default values")
      result.blob.assign(bytes, bytes + property.size);
    if (set != "SYCL/specialization constants")
      continue;
    std::size_t end = 0;
    std::size_t size = 0;
    for (std::size_t i = 0; i < property.size; i += 12) {
      std::uint32_t descriptor[3];
      std::memcpy(descriptor, bytes + i, sizeof(descriptor));
      end = std::max<std::size_t>(end, descriptor[1] + descriptor[2]);
      if (descriptor[0] == 0xFFFFFFFF)
        continue;
      size = std::max<std::size_t>(size, descriptor[1] + descriptor[2]);
      result.leaves[descriptor[0]] = {base + descriptor[1], descriptor[2]};
    }
    result.constants[property.name] = {base, size};
    base += end;
  }
  return result;
}

struct Setting {
  std::string name;
  std::vector<std::byte> value;
};

/// Parses NAME=TYPE=VALUES, where TYPE=VALUES is an argument (test_arguments.h).
Setting readSetting(const std::string &text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos)
    fail("The value '{}' of --set is not NAME=TYPE=VALUES.", text);
  std::mt19937_64 random;
  return {text.substr(0, equals), parseTestArgument(text.substr(equals + 1), random).bytes};
}

/// Runs kernels on a device of an adapter.
class AdapterRun {
public:
  AdapterRun(const Options &options, const ursa::client::Device &device,
             ursa_specialization_mode_t mode, ursa_images_handle_t images,
             const std::vector<Setting> &settings)
      : options_(options), device_(device), session_(device_) {
    check(ursaBundleCreate(session_.context.get(), 1, &device_.handle, images, mode, bundle_.out()),
          "Choosing an image", device_.adapter);
    for (const Setting &setting : settings)
      check(ursaBundleSetSpecializationConstant(bundle_.get(), setting.name.c_str(),
                                                setting.value.size(), setting.value.data()),
            "Setting a constant", device_.adapter);
    // PoCL's builds take most of the time of a test; it optimizes to some extent even with this
    // option.
    const bool isOpenCl = device_.selector.starts_with("opencl");
    check(ursaBundleBuild(bundle_.get(),
                          isOpenCl ? "-cl-opt-disable" : options_.buildOptions.c_str()),
          "Building for " + device_.selector, device_.adapter);
  }

  std::vector<std::vector<std::byte>> run(const std::string &name,
                                          const std::vector<TestArgument> &arguments) {
    ursa::client::KernelHandle kernel;
    check(ursaBundleGetKernel(bundle_.get(), device_.handle, name.c_str(), kernel.out()),
          "Taking the kernel", device_.adapter);
    std::vector<void *> memory(arguments.size());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i].kind != Kind::Buffer && arguments[i].kind != Kind::References)
        continue;
      check(urUSMHostAlloc(session_.context.get(), nullptr, nullptr, arguments[i].bytes.size(),
                           &memory[i]),
            "Allocating", device_.adapter);
      std::memcpy(memory[i], arguments[i].bytes.data(), arguments[i].bytes.size());
    }
    std::vector<ursa_kernel_arg_t> launch;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      for (std::size_t k = 0; k < arguments[i].arguments.size(); ++k)
        std::memcpy(static_cast<void **>(memory[i]) + k, &memory[arguments[i].arguments[k]], 8);
      if (memory[i])
        launch.push_back({UR_EXP_KERNEL_ARG_TYPE_POINTER, sizeof(void *), memory[i]});
      else if (arguments[i].kind == Kind::Local)
        launch.push_back({UR_EXP_KERNEL_ARG_TYPE_LOCAL, arguments[i].localBytes, nullptr});
      else
        launch.push_back(
            {UR_EXP_KERNEL_ARG_TYPE_VALUE, arguments[i].bytes.size(), arguments[i].bytes.data()});
    }
    const std::vector<std::size_t> global(options_.global.begin(), options_.global.end());
    const std::vector<std::size_t> local(options_.local.begin(), options_.local.end());
    const std::vector<std::size_t> offset(options_.offset.begin(), options_.offset.end());
    check(ursaEnqueueKernelLaunch(
              session_.queue.get(), kernel.get(), static_cast<std::uint32_t>(global.size()),
              offset.empty() ? nullptr : offset.data(), global.data(), local.data(),
              static_cast<std::uint32_t>(launch.size()), launch.data(), 0, nullptr, nullptr),
          "Launching", device_.adapter);
    check(urQueueFinish(session_.queue.get()), "Waiting", device_.adapter);
    std::vector<std::vector<std::byte>> results(arguments.size());
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (!memory[i])
        continue;
      const auto *bytes = static_cast<const std::byte *>(memory[i]);
      results[i].assign(bytes, bytes + arguments[i].bytes.size());
      check(urUSMFree(session_.context.get(), memory[i]), "Freeing", device_.adapter);
    }
    return results;
  }

  const std::string &name() const { return device_.selector; }

private:
  const Options &options_;
  const ursa::client::Device &device_;
  const ursa::client::Session session_;
  ursa::client::BundleHandle bundle_;
};

std::vector<std::byte> bytesOf(std::uint64_t address) {
  std::vector<std::byte> bytes(sizeof(address));
  std::memcpy(bytes.data(), &address, sizeof(address));
  return bytes;
}

class VulkanRun {
public:
  VulkanRun(const Options &options, const Image &image, const std::vector<Setting> &settings)
      : options_(options), image_(readVulkanImage(image.code)), constants_(readConstants(image)) {
    for (const Setting &setting : settings) {
      const auto found = constants_.constants.find(setting.name);
      if (found == constants_.constants.end() || setting.value.size() > found->second.size)
        fail("The image has no constant '{}' of {} bytes.", setting.name, setting.value.size());
      std::copy(setting.value.begin(), setting.value.end(),
                constants_.blob.begin() + static_cast<std::ptrdiff_t>(found->second.offset));
    }
  }

  std::vector<std::vector<std::byte>> run(const std::string &name,
                                          const std::vector<TestArgument> &arguments) {
    const ImageKernel &kernel = image_.kernel(name);
    std::vector<DeviceBuffer *> buffers(arguments.size());
    std::vector<LaunchArgument> launchArguments;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      LaunchArgument argument{arguments[i].bytes, arguments[i].localBytes};
      if (arguments[i].kind == Kind::Buffer || arguments[i].kind == Kind::References) {
        buffers[i] = &device_.allocate(arguments[i].bytes.size());
        std::copy(arguments[i].bytes.begin(), arguments[i].bytes.end(), buffers[i]->host);
        argument.bytes = bytesOf(buffers[i]->address);
      }
      launchArguments.push_back(std::move(argument));
    }
    for (std::size_t i = 0; i < arguments.size(); ++i)
      for (std::size_t k = 0; k < arguments[i].arguments.size(); ++k)
        std::memcpy(buffers[i]->host + 8 * k, &buffers[arguments[i].arguments[k]]->address, 8);
    if (kernel.arguments.size() == arguments.size() + 1) { // the emulation buffer
      std::uint64_t address = 0;
      if (options_.mode == "emulated") {
        DeviceBuffer &buffer = device_.allocate(constants_.blob.size());
        std::copy(constants_.blob.begin(), constants_.blob.end(), buffer.host);
        address = buffer.address;
      }
      launchArguments.push_back({bytesOf(address), 0});
    }
    if (launchArguments.size() != kernel.arguments.size())
      fail("Kernel '{}' has {} arguments; {} were given.", kernel.name, kernel.arguments.size(),
           arguments.size());
    launch(kernel, launchArguments);
    std::vector<std::vector<std::byte>> results(arguments.size());
    for (std::size_t i = 0; i < arguments.size(); ++i)
      if (buffers[i])
        results[i].assign(buffers[i]->host, buffers[i]->host + arguments[i].bytes.size());
    if (printf_)
      std::fputs(printfText(image_, *printf_).c_str(), stdout);
    return results;
  }

  const VulkanDevice &device() const { return device_; }

private:
  void launch(const ImageKernel &kernel, const std::vector<LaunchArgument> &arguments) {
    const DeviceBuffer *data = loadData();
    Launch shape;
    shape.dimensions = static_cast<std::uint32_t>(options_.global.size());
    std::copy(options_.global.begin(), options_.global.end(), shape.global.begin());
    std::copy(options_.local.begin(), options_.local.end(), shape.local.begin());
    std::copy(options_.offset.begin(), options_.offset.end(), shape.offset.begin());
    std::map<unsigned, std::vector<std::byte>> values;
    for (const auto &[id, location] : constants_.leaves) {
      const auto begin = constants_.blob.begin() + static_cast<std::ptrdiff_t>(location.offset);
      values[id].assign(begin, begin + static_cast<std::ptrdiff_t>(location.size));
    }
    device_.run(kernel, shape, arguments, values, data);
  }

  const DeviceBuffer *loadData() {
    if (image_.data.empty())
      return nullptr;
    DeviceBuffer &buffer = device_.allocate(image_.data.size());
    std::copy(image_.data.begin(), image_.data.end(), buffer.host);
    for (unsigned offset : image_.relocations) {
      std::uint64_t value = 0;
      std::memcpy(&value, buffer.host + offset, sizeof(value));
      value += buffer.address;
      std::memcpy(buffer.host + offset, &value, sizeof(value));
    }
    if (image_.printfSlot) {
      constexpr std::uint32_t kWords = 1 << 16;
      printf_ = &device_.allocate(4 * (kWords + 2));
      std::memcpy(printf_->host + 4, &kWords, sizeof(kWords));
      std::memcpy(buffer.host + *image_.printfSlot, &printf_->address, 8);
    }
    return &buffer;
  }

  const Options &options_;
  VulkanImage image_;
  Constants constants_;
  VulkanDevice device_;
  DeviceBuffer *printf_ = nullptr;
};

bool hasHostImage(ursa_images_handle_t images) {
  std::uint32_t count = 0;
  check(ursaImagesGetCount(images, &count), "Counting the images");
  for (std::uint32_t i = 0; i < count; ++i) {
    ursa_image_info_t info{};
    check(ursaImagesGetInfo(images, i, &info), "Describing an image");
    if (std::string_view(info.target).starts_with("host-"))
      return true;
  }
  return false;
}

std::vector<std::vector<std::byte>> expectedBytes(const Options &options, std::size_t count) {
  std::vector<std::vector<std::byte>> results(count);
  std::mt19937_64 random;
  for (const std::string &text : options.expected) {
    const std::size_t equals = text.find('=');
    results.at(std::stoul(text)) = parseTestArgument(text.substr(equals + 1), random).bytes;
  }
  return results;
}

int run(const Options &options) {
  std::mt19937_64 random(options.seed);
  std::vector<TestArgument> arguments;
  for (const std::string &text : options.arguments)
    arguments.push_back(parseTestArgument(text, random));
  std::vector<Setting> settings;
  for (const std::string &text : options.settings)
    settings.push_back(readSetting(text));
  ursa::client::ImagesHandle images;
  check(ursaImagesLoad(options.container.c_str(), images.out()), "Loading the container");
  const bool isEmulated = options.mode == "emulated";

  ursa::client::DeviceList devices;
  std::optional<VulkanRun> vulkan;
  std::optional<AdapterRun> adapter;
  if (options.usesAdapter)
    adapter.emplace(options, devices.select("vulkan"),
                    isEmulated ? URSA_SPECIALIZATION_MODE_EMULATED : URSA_SPECIALIZATION_MODE_AUTO,
                    images.get(), settings);
  else
    vulkan.emplace(options,
                   findImage(images.get(), isEmulated ? "vulkan1.2+emulated" : "vulkan1.2"),
                   settings);
  std::vector<std::unique_ptr<AdapterRun>> others;
  if (options.expected.empty() && hasHostImage(images.get())) {
    std::vector<std::string> names = options.also;
    names.insert(names.begin(), "host");
    for (const std::string &name : names)
      others.push_back(std::make_unique<AdapterRun>(
          options, devices.select(name), URSA_SPECIALIZATION_MODE_AUTO, images.get(), settings));
  }
  unsigned different = 0;
  for (const std::string &kernel : options.kernels) {
    const auto actual = vulkan ? vulkan->run(kernel, arguments) : adapter->run(kernel, arguments);
    if (options.printsTimes && vulkan)
      std::printf("pipeline %.2f ms on %s\n", vulkan->device().pipelineMilliseconds(),
                  vulkan->device().name().c_str());
    std::string problem;
    auto compare = [&](const std::vector<std::vector<std::byte>> &expected,
                       const std::string &name) {
      std::string difference;
      for (std::size_t i = 0; i < arguments.size() && difference.empty(); ++i)
        if (arguments[i].kind == Kind::Buffer && !expected[i].empty())
          difference = compareBuffers(arguments[i].type, expected[i], actual[i], name, options.ulps,
                                      options.absolute);
      problem += (problem.empty() || difference.empty() ? "" : " ") + difference;
    };
    for (auto &other : others)
      compare(other->run(kernel, arguments), other->name());
    if (others.empty())
      compare(expectedBytes(options, arguments.size()), "the test");
    if (problem.empty() && vulkan && vulkan->device().validationMessages())
      problem = "The validation layer reported messages.";
    std::printf("%s: %s\n", kernel.c_str(), problem.empty() ? "same" : problem.c_str());
    different += problem.empty() ? 0 : 1;
  }
  if (different)
    fail("{} of {} kernels have different results.", different, options.kernels.size());
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app("Runs kernels on Vulkan and on the host, and compares the results.", "vulkan_run");
  app.add_option("CONTAINER", options.container)->required();
  std::string kernels;
  app.add_option("KERNELS", kernels, "Names of kernels, separated by commas")->required();
  app.add_option("ARGUMENTS", options.arguments);
  app.add_option("--global", options.global)->delimiter(',')->allow_extra_args(false);
  app.add_option("--local", options.local)->delimiter(',')->allow_extra_args(false);
  app.add_option("--offset", options.offset)->delimiter(',')->allow_extra_args(false);
  app.add_option("--set", options.settings)->allow_extra_args(false);
  app.add_option("--also", options.also)->allow_extra_args(false);
  app.add_option("--expect", options.expected)->allow_extra_args(false);
  app.add_option("--mode", options.mode)->check(CLI::IsMember({"native", "emulated"}));
  app.add_option("--ulps", options.ulps);
  app.add_option("--absolute", options.absolute);
  app.add_option("--seed", options.seed);
  app.add_flag("--times", options.printsTimes);
  app.add_flag("--adapter", options.usesAdapter);
  app.add_option("--build-options", options.buildOptions, "With --adapter");
  CLI11_PARSE(app, argc, argv);
  options.kernels = CLI::detail::split(kernels, ',');
  try {
    return run(options);
  } catch (const std::exception &exception) {
    std::fprintf(stderr, "error: %s\n", exception.what());
    return 1;
  }
}
