# Settings that hold for every target: language level, warnings, sanitizers, output folders, ccache.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 99)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# A build tree runs in place: tools in bin/, loader and adapters in lib/.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  # ccache finds objects that were compiled with a precompiled header only with this sloppiness.
  set(ccache ${CMAKE_COMMAND} -E env
             CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime,locale ${CCACHE_PROGRAM})
  set(CMAKE_C_COMPILER_LAUNCHER ${ccache})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${ccache})
endif()

if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR URSA_CLANG_PARTS)
  # libstdc++'s own std::stable_sort uses what it has deprecated, which Clang reports behind a precompiled header.
  add_compile_options(-Wno-deprecated-declarations)
endif()

# ursa_compile_with_clang(): where the compiler is GCC, clang compiles this folder and those below, in half the time.
# The entry points, what kernels call and the examples are GCC's.
option(URSA_CLANG_PARTS "Compile with clang-22 where the compiler is GCC and a folder allows it")
macro(ursa_compile_with_clang)
  if(URSA_CLANG_PARTS AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    find_program(URSA_CLANGXX NAMES clang++-22 REQUIRED)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${PROJECT_SOURCE_DIR}/cmake/other_compiler.sh ${CMAKE_CXX_COMPILER} ${URSA_CLANGXX}
                                    ${ccache})
  endif()
endmacro()

# LLVM's linker takes half of the time of GNU's or less, and exports what a version script names, while GNU's lets templates of
# libstdc++ into the table of dynamic symbols where a library that is linked refers to them.
find_program(URSA_LINKER NAMES ld.lld PATHS /usr/lib/llvm-22/bin NO_DEFAULT_PATH)
if(URSA_LINKER)
  get_filename_component(URSA_LINKER_FOLDER ${URSA_LINKER} DIRECTORY)
  add_link_options(-B${URSA_LINKER_FOLDER} -fuse-ld=lld)
endif()

add_library(ursa_options INTERFACE)
target_compile_options(ursa_options INTERFACE -Wall -Wextra -Wpedantic -Werror -Wshadow
                                              -Wno-missing-field-initializers)
if(URSA_SANITIZE)
  add_compile_options(-fsanitize=${URSA_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${URSA_SANITIZE})
  # With what sanitizers add, GCC loses sight of sizes and warns of copies that cannot be.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-array-bounds -Wno-stringop-overflow -Wno-maybe-uninitialized)
  else()
    add_compile_options(-fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/cmake/sanitizers.txt)
    # Adapters are loaded by programs of others, so the run-time library is a shared one, as GCC's is.
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-runtime-dir OUTPUT_VARIABLE URSA_SANITIZER_FOLDER
                    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    add_link_options(-shared-libsan -Wl,-rpath,${URSA_SANITIZER_FOLDER})
  endif()
  if(URSA_SANITIZE MATCHES undefined)
    add_compile_options(-fno-sanitize-recover=undefined)
    if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # It reads what Clang writes before each function, which compiled kernels and drivers do not have.
      add_compile_options(-fno-sanitize=function)
    endif()
  endif()
endif()
