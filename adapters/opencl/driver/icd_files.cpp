#include "adapters/opencl/driver/icd_files.h"

#include "support/environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <dlfcn.h>

namespace ursa::opencl {
namespace {

namespace fs = std::filesystem;

// As in ocl-icd: OCL_ICD_VENDORS is a folder, or one of its files.
std::vector<fs::path> icdFiles() {
  const fs::path place = environmentVariable("OCL_ICD_VENDORS").value_or("/etc/OpenCL/vendors");
  if (place.extension() == ".icd")
    return {place};
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator entry(place, error), end; !error && entry != end;
       entry.increment(error))
    if (entry->path().extension() == ".icd")
      files.push_back(entry->path());
  std::sort(files.begin(), files.end());
  return files;
}

} // namespace

std::vector<std::string> brokenIcds() {
  std::vector<std::string> sentences;
  for (const fs::path &file : icdFiles()) {
    std::ifstream stream(file);
    std::string library;
    if (!std::getline(stream, library) || library.empty()) {
      sentences.push_back(fmt::format("The file '{}' names no driver.", file.string()));
      continue;
    }
    // The ICD loader keeps the libraries that it uses open.
    void *handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
    if (!handle)
      handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (!handle) {
      const char *reason = dlerror();
      sentences.push_back(fmt::format("The driver '{}' of the file '{}' cannot be opened: {}.",
                                      library, file.string(), reason ? reason : "no reason given"));
      continue;
    }
    if (!dlsym(handle, "clGetExtensionFunctionAddress"))
      sentences.push_back(fmt::format("The library '{}' of the file '{}' is not an OpenCL driver.",
                                      library, file.string()));
    dlclose(handle);
  }
  return sentences;
}

} // namespace ursa::opencl
