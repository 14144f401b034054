#include "format/left_out_kernels.h"

#include "format/container.h"
#include "format/container_writer.h"
#include "format/names.h"
#include "format/property_reader.h"
#include "support/result.h"

#include <algorithm>

namespace ursa::format {

namespace {

Result<void> addToImages(std::string &container, const PropertySet &set) {
  URSA_TRY(const std::vector<ContainerEntry> entries,
           readContainer(std::as_bytes(std::span(container))));
  std::vector<ContainerImage> images;
  for (const ContainerEntry &entry : entries) {
    URSA_TRY(std::vector<PropertySet> sets, readPropertySets(entry.string(container::kProperties)));
    sets.push_back(set);
    ContainerImage image;
    if (std::string problem = writePropertySets(sets, image.properties); !problem.empty())
      return Error{UR_RESULT_ERROR_INVALID_BINARY, std::move(problem)};
    image.kind = static_cast<ImageKind>(entry.imageKind);
    image.code.assign(reinterpret_cast<const char *>(entry.code.data()), entry.code.size());
    image.triple = entry.string(container::kTriple);
    image.target = entry.string(container::kTarget);
    image.symbols = entry.string(container::kSymbols);
    images.push_back(std::move(image));
  }
  container = writeContainer(images);
  return {};
}

} // namespace

std::string addLeftOutKernels(std::string &container, std::span<const LeftOutKernel> kernels) {
  PropertySet set(kLeftOutKernels);
  for (const LeftOutKernel &each : kernels) {
    const std::string line = each.target + ": " + each.reason + "\n";
    const auto same = std::ranges::find(set.properties, each.kernel, &Property::name);
    if (same == set.properties.end())
      set.properties.emplace_back(each.kernel, line);
    else
      *same = Property(each.kernel, std::string(same->text()) + line);
  }
  const auto added = container.empty() ? Result<void>() : addToImages(container, set);
  return added ? "" : added.error().message;
}

std::vector<LeftOutKernel> leftOutKernels(std::span<const PropertySet> sets,
                                          std::string_view kernel) {
  std::vector<LeftOutKernel> found;
  const Property *property = findProperty(sets, kLeftOutKernels, kernel);
  std::string_view text = property && !property->isNumber ? property->text() : "";
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (const size_t colon = line.find(": "); colon != line.npos)
      found.push_back({std::string(kernel), std::string(line.substr(0, colon)),
                       std::string(line.substr(colon + 2))});
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return found;
}

} // namespace ursa::format
