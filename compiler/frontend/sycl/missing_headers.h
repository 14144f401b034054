// Headers of SYCL that are not there: a note behind clang's error tells where extensions are
// listed.
#pragma once

#include "clang/Lex/Preprocessor.h"

namespace ursa::compiler::frontend::sycl {

/// Adds the note to errors of the preprocessor.
void explainMissingHeaders(clang::Preprocessor &preprocessor);

} // namespace ursa::compiler::frontend::sycl
