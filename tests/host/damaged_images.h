// Small images with all kinds of records, to be damaged.
#pragma once

#include "support/result.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ursa::jit {

using Bytes = std::vector<std::byte>;

/// Returns the bitcode of a module for this machine.
Bytes hostBitcodeOf(const std::string &text);

/// Returns an image for this machine with the kernels `first` and `second`.
Bytes hostImage();

/// Returns the same for CUDA's compiler.
Bytes cudaImage();

/// Returns an image for this machine that has one kernel and neither constants nor metadata.
Bytes plainImage();

/// Returns the sentence of an error; empty for a result.
template <class T> std::string sentenceOf(const Result<T> &result) {
  return result ? std::string() : result.error().message;
}

} // namespace ursa::jit
