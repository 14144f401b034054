// Kernel arguments on a command line:
//
//   float[256]        a buffer of random numbers
//   int[64]=0..9      a buffer of random numbers in a range
//   uint[16]=7        a buffer filled with 7
//   uint[3]=1,2,3     a buffer of these numbers, then zeros
//   int=-5            a scalar
//   float4=1,2,3,4    a vector, or a struct of one type
//   local[1024]       bytes of local memory
//   ref[2]=0,1        a buffer with the addresses of arguments 0 and 1
//
// Types are OpenCL's: char uchar short ushort int uint long ulong half float double.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace ursa::test {

enum class ScalarType { Char, Uchar, Short, Ushort, Int, Uint, Long, Ulong, Half, Float, Double };

struct TestArgument {
  enum class Kind { Buffer, Value, Local, References } kind = Kind::Value;
  ScalarType type = ScalarType::Int;
  std::vector<std::byte> bytes;    ///< of a value, or the initial content of a buffer
  std::vector<unsigned> arguments; ///< indices of the arguments that the references point to
  std::uint32_t localBytes = 0;
};

/// Parses an argument. Throws std::runtime_error if @p text is not one.
TestArgument parseTestArgument(const std::string &text, std::mt19937_64 &random);

/// Compares the content of a buffer on two devices: bytes must be equal, or numbers differ by at
/// most
/// @p ulps of their type or by @p absolute. Returns "" or a sentence about the first difference;
/// @p name is the name of the reference device.
std::string compareBuffers(ScalarType type, const std::vector<std::byte> &expected,
                           const std::vector<std::byte> &actual, const std::string &name,
                           double ulps, double absolute);

std::size_t sizeOf(ScalarType type);

} // namespace ursa::test
