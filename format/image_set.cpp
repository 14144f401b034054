#include "format/image_set.h"

#include "format/container.h"
#include "format/container_writer.h"
#include "format/names.h"
#include "format/property_reader.h"

#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ursa::format {
namespace {

/// The whole file is read into memory; the limit stops a damaged file from exhausting it.
constexpr uint64_t kMaximumFileBytes = uint64_t{4} << 30;

std::vector<std::string> splitLines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (!line.empty())
      lines.emplace_back(line);
  }
  return lines;
}

/// Compares an image with the checksum that ursac wrote. Images of other compilers have none.
Result<void> checkIntact(const ContainerEntry &entry) {
  const std::string_view expected = entry.string(container::kChecksum);
  if (expected.empty())
    return {};
  const std::string actual =
      imageChecksum(entry.string(container::kTarget), entry.string(container::kSymbols),
                    entry.string(container::kProperties),
                    {reinterpret_cast<const char *>(entry.code.data()), entry.code.size()});
  if (actual != expected)
    return makeError(UR_RESULT_ERROR_INVALID_BINARY,
                     "The device image is damaged: its checksum is {}; {} was expected.", actual,
                     expected);
  return {};
}

Result<DeviceImage> makeImage(const ContainerEntry &entry) {
  URSA_CHECK(checkIntact(entry));
  DeviceImage image;
  image.target = entry.string(container::kTarget);
  if (image.target.empty())
    return Error{UR_RESULT_ERROR_INVALID_BINARY,
                 "The device image has no string 'ursa-target' that names its target."};
  image.baseTarget = image.target;
  image.emulated = image.target.size() > kEmulatedSuffix.size() &&
                   std::string_view(image.target).ends_with(kEmulatedSuffix);
  if (image.emulated)
    image.baseTarget.resize(image.target.size() - kEmulatedSuffix.size());
  image.code = entry.code;
  image.codeHash = XXH3_64bits(entry.code.data(), entry.code.size());
  image.kernelList = entry.string(container::kSymbols);
  image.kernels = splitLines(image.kernelList);
  URSA_TRY(image.properties, readPropertySets(entry.string(container::kProperties)));
  return image;
}

Result<std::vector<std::byte>> readFile(const std::string &path) {
  const auto failure = [&path](std::string_view reason) {
    return makeError(UR_RESULT_ERROR_INVALID_VALUE, "The file '{}' cannot be read: {}.", path,
                     reason);
  };
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0)
    return failure(std::strerror(errno));
  struct Closer {
    int descriptor;
    ~Closer() { close(descriptor); }
  } closer{descriptor};
  struct stat status {};
  if (fstat(descriptor, &status) != 0)
    return failure(std::strerror(errno));
  if (!S_ISREG(status.st_mode))
    return failure("it is not a regular file");
  const auto size = static_cast<uint64_t>(status.st_size);
  // Reads the start first, because a file that is not a container need not be read completely.
  std::byte begin[8] = {};
  const ssize_t begun = pread(descriptor, begin, sizeof(begin), 0);
  if (begun >= 0 && !isContainer({begin, static_cast<size_t>(begun)}))
    return std::vector<std::byte>(begin, begin + begun);
  if (size > kMaximumFileBytes)
    return failure(
        fmt::format("it has {} bytes; at most {} are possible", size, kMaximumFileBytes));
  std::vector<std::byte> bytes(size);
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = read(descriptor, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0)
      return failure(std::strerror(errno));
    if (count == 0)
      break; // the file shrank meanwhile; reading the container will report its size as wrong
    done += static_cast<size_t>(count);
  }
  bytes.resize(done);
  return bytes;
}

} // namespace

bool DeviceImage::hasKernel(std::string_view name) const {
  return std::find(kernels.begin(), kernels.end(), name) != kernels.end();
}

ConstantMode DeviceImage::constantMode() const {
  if (emulated)
    return ConstantMode::Emulated;
  return findProperty(kMiscProperties, kDefaultsFolded) ? ConstantMode::Folded
                                                        : ConstantMode::Native;
}

const PropertySet *DeviceImage::findSet(std::string_view set) const {
  return format::findSet(properties, set);
}

const Property *DeviceImage::findProperty(std::string_view set, std::string_view property) const {
  return format::findProperty(properties, set, property);
}

std::shared_ptr<const ImageSet> ImageSet::fromSpirv(std::vector<std::byte> spirv) {
  auto set = std::make_shared<ImageSet>();
  set->bytes_ = std::move(spirv);
  DeviceImage &image = set->images_.emplace_back();
  image.target = image.baseTarget = target::kSpirv;
  image.code = set->bytes_;
  image.codeHash = XXH3_64bits(image.code.data(), image.code.size());
  return set;
}

Result<std::shared_ptr<const ImageSet>> ImageSet::fromBytes(std::vector<std::byte> bytes) {
  auto set = std::make_shared<ImageSet>();
  set->bytes_ = std::move(bytes);
  URSA_TRY(const std::vector<ContainerEntry> entries, readContainer(set->bytes_));
  for (size_t index = 0; index < entries.size(); ++index) {
    Result<DeviceImage> image = makeImage(entries[index]);
    if (!image)
      return std::move(image).context(fmt::format("While reading device image {}.", index)).error();
    set->images_.push_back(*std::move(image));
  }
  return std::shared_ptr<const ImageSet>(std::move(set));
}

Result<std::shared_ptr<const ImageSet>> ImageSet::fromFile(const std::string &path) {
  URSA_TRY(std::vector<std::byte> bytes, readFile(path));
  return fromBytes(std::move(bytes)).context(fmt::format("While loading '{}'.", path));
}

std::shared_ptr<const ImageSet>
ImageSet::joined(std::vector<std::shared_ptr<const ImageSet>> sets) {
  auto all = std::make_shared<ImageSet>();
  for (const auto &set : sets)
    all->images_.insert(all->images_.end(), set->images_.begin(), set->images_.end());
  all->joined_ = std::move(sets);
  return all;
}

} // namespace ursa::format
