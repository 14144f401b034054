// Arguments of a kernel on a command line:
//
//   float[256]        a buffer of random numbers      int[64]=0..9     random ones of a range
//   uint[16]=7        a buffer filled with 7          int=-5           a scalar
//   uint[3]=1,2,3     a buffer of these, then zeros
//   float4=1,2,3,4    a vector, or a struct of one type
//   local[1024]       bytes of local memory           ref[2]=0,1       addresses of arguments 0 and
//   1
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
  std::vector<std::byte> bytes;    ///< of a value, or what a buffer begins with
  std::vector<unsigned> arguments; ///< whose addresses the references are
  std::uint32_t localBytes = 0;
};

/// Throws std::runtime_error when @p text is none.
TestArgument parseTestArgument(const std::string &text, std::mt19937_64 &random);

/// Compares what a buffer holds on two devices: equal bytes, or numbers that differ by at most
/// @p ulps of their type, or by @p absolute. Returns "" or a sentence about the first difference;
/// @p name is that of the device which expects.
std::string compareBuffers(ScalarType type, const std::vector<std::byte> &expected,
                           const std::vector<std::byte> &actual, const std::string &name,
                           double ulps, double absolute);

std::size_t sizeOf(ScalarType type);

} // namespace ursa::test
