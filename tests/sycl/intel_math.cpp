// Functions of sycl_ext_intel_math.
#include "device_checks.h"

#include <sycl/ext/intel/math.hpp>

#include <limits>

static_assert(SYCL_EXT_INTEL_MATH == 1);

namespace {

namespace imf = sycl::ext::intel::math;
using sycl::half;
using sycl::half2;

struct Integers {
  template <class Check> void operator()(Check &check) const {
    CHECK(imf::float2int_rn(opaque(2.5F)) == 2 && imf::float2int_rd(opaque(-2.5F)) == -3);
    CHECK(imf::float2int_ru(opaque(-2.5F)) == -2 && imf::float2int_rz(opaque(-2.5F)) == -2);
    CHECK(imf::float2int_rz(opaque(3e9F)) == std::numeric_limits<int>::max());
    CHECK(imf::float2int_rz(opaque(-3e9F)) == std::numeric_limits<int>::min());
    CHECK(imf::float2int_rn(opaque(std::numeric_limits<float>::quiet_NaN())) == 0);
    CHECK(imf::float2uint_ru(opaque(2.25F)) == 3 && imf::float2uint_rn(opaque(-1.0F)) == 0);
    CHECK(imf::float2ll_rd(opaque(-1e10F)) == -10000000000LL);
    CHECK(imf::float2ull_rz(opaque(1e30F)) == std::numeric_limits<unsigned long long>::max());
    CHECK(imf::brev(opaque(1U)) == 0x80000000U && imf::brevll(opaque(2ULL)) == 1ULL << 62);
    CHECK(imf::byte_perm(opaque(0x33221100U), opaque(0x77665544U), 0x7250U) == 0x77225500U);
    CHECK(imf::ffs(opaque(0)) == 0 && imf::ffs(opaque(8)) == 4 && imf::ffsll(1LL << 40) == 41);
    CHECK(imf::clz(opaque(1)) == 31 && imf::clzll(opaque(1LL)) == 63);
    CHECK(imf::popc(opaque(0xF0U)) == 4 && imf::popcll(opaque(~0ULL)) == 64);
    CHECK(imf::hadd(opaque(3), 4) == 3 && imf::rhadd(opaque(3), 4) == 4);
    CHECK(imf::mulhi(opaque(1 << 20), 1 << 20) == 256 && imf::umulhi(opaque(~0U), 2U) == 1U);
    CHECK(imf::umul64hi(opaque(~0ULL), 2ULL) == 1ULL && imf::mul24(opaque(3), -4) == -12);
    CHECK(imf::sad(opaque(3), -4, 10U) == 17U && imf::usad(opaque(3U), 5U, 1U) == 3U);
  }
};

struct Floats {
  template <class Check> void operator()(Check &check) const {
    const int odd = opaque((1 << 24) + 1); // between two floats
    CHECK(imf::int2float_rn(odd) == 16777216.0F && imf::int2float_rd(odd) == 16777216.0F);
    CHECK(imf::int2float_ru(odd) == 16777218.0F && imf::int2float_rz(-odd) == -16777216.0F);
    CHECK(imf::int2float_rd(-odd) == -16777218.0F);
    CHECK(imf::uint2float_rz(opaque(~0U)) == 4294967040.0F);
    CHECK(imf::ull2float_ru(opaque(~0ULL)) == 18446744073709551616.0F);
    CHECK(imf::ull2float_rd(opaque(~0ULL)) == 18446742974197923840.0F);
    CHECK(imf::float_as_int(opaque(1.0F)) == 0x3F800000 && imf::uint_as_float(0x40000000U) == 2.0F);
    CHECK(imf::fabs(opaque(-2.0F)) == 2.0F && imf::fma(opaque(2.0F), 3.0F, 1.0F) == 7.0F);
    CHECK(imf::rint(opaque(2.5F)) == 2.0F && imf::ceil(opaque(2.5F)) == 3.0F);
    CHECK(imf::copysign(opaque(2.0F), -1.0F) == -2.0F && imf::inv(opaque(4.0F)) == 0.25F);
    CHECK(imf::saturate(opaque(2.0F)) == 1.0F && imf::saturate(opaque(-2.0F)) == 0.0F);
    CHECK(imf::saturate(opaque(std::numeric_limits<float>::quiet_NaN())) == 0.0F);
  }
};

struct Doubles {
  template <class Check> void operator()(Check &check) const {
    const double third = opaque(1.0 / 3);
    const float nearest = imf::double2float_rn(third);
    CHECK(nearest == static_cast<float>(third) && nearest > third); // so the one below is rd
    CHECK(imf::double2float_ru(third) == nearest && imf::double2float_rd(third) < third);
    CHECK(imf::double2float_rz(-third) == -imf::double2float_rd(third));
    CHECK(imf::double2float_rd(-third) == -nearest);
    CHECK(imf::double2float_rd(opaque(1e300)) == std::numeric_limits<float>::max());
    CHECK(imf::double2float_ru(opaque(1e-300)) == std::numeric_limits<float>::denorm_min());
    CHECK(imf::ll2double_rd(opaque((1LL << 53) + 1)) == 9007199254740992.0);
    CHECK(imf::ll2double_ru(opaque((1LL << 53) + 1)) == 9007199254740994.0);
    CHECK(imf::double2ll_rn(opaque(-2.5)) == -2 && imf::double2uint_rd(opaque(7.9)) == 7U);
    const double value = opaque(-1.5);
    CHECK(imf::hiloint2double(imf::double2hiint(value), imf::double2loint(value)) == value);
    CHECK(imf::longlong_as_double(imf::double_as_longlong(value)) == value);
  }
};

struct Halves {
  template <class Check> void operator()(Check &check) const {
    const float between = opaque(1.0F + 1.0F / 4096); // 1 and 1 + 1/1024 are neighbours
    const half next = half(1.0F + 1.0F / 1024);
    CHECK(imf::float2half_rn(between) == half(1.0F) && imf::float2half_rd(between) == half(1.0F));
    CHECK(imf::float2half_ru(between) == next && imf::float2half_rz(-between) == half(-1.0F));
    CHECK(imf::float2half_rd(-between) == -next && imf::half2float(next) > 1.0F);
    CHECK(imf::float2half_rz(opaque(1e6F)) == half(65504.0F));
    CHECK(imf::hisinf(imf::float2half_rn(opaque(1e6F))) && !imf::hisnan(next));
    CHECK(imf::int2half_rz(opaque(2049)) == half(2048.0F));
    CHECK(imf::int2half_ru(opaque(2049)) == half(2050.0F));
    CHECK(imf::ull2half_rd(opaque(~0ULL)) == half(65504.0F));
    CHECK(imf::ll2half_rn(opaque(-5LL)) == half(-5.0F) &&
          imf::short2half_rn(short(7)) == half(7.0F));
    CHECK(imf::half2int_rn(half(2.5F)) == 2 && imf::half2short_ru(half(2.5F)) == 3);
    CHECK(imf::half_as_ushort(half(1.0F)) == 0x3C00 && imf::short_as_half(0x4000) == half(2.0F));
    const half one(opaque(1.0F)), two(opaque(2.0F));
    const half nan(opaque(std::numeric_limits<float>::quiet_NaN()));
    CHECK(imf::hadd(one, two) == half(3.0F) && imf::hsub(one, two) == half(-1.0F));
    CHECK(imf::hmul(two, two) == half(4.0F) && imf::hdiv(one, two) == half(0.5F));
    CHECK(imf::hfma(two, two, one) == half(5.0F) && imf::hneg(one) == half(-1.0F));
    CHECK(imf::hadd_sat(one, two) == one && imf::hsub_sat(one, two) == half(0.0F));
    CHECK(imf::hfma_relu(-two, two, one) == half(0.0F));
    CHECK(imf::hlt(one, two) && !imf::hlt(one, nan) && imf::hltu(one, nan) && imf::hge(two, two));
    CHECK(imf::heq(one, one) && imf::hequ(one, nan) && !imf::hne(one, nan) && imf::hneu(one, nan));
    CHECK(imf::hmax(one, nan) == one && imf::hisnan(imf::hmax_nan(one, nan)));
    CHECK(imf::hmin(one, two) == one);
    const half2 pair(one, two);
    const half2 sum = imf::hadd2(pair, pair);
    CHECK(sum[0] == half(2.0F) && sum[1] == half(4.0F));
    CHECK(imf::hfma2(pair, pair, pair)[1] == half(6.0F) && imf::h2div(pair, pair)[1] == one);
    CHECK(imf::hblt2(pair, sum) && !imf::hbgt2(pair, sum) && imf::hlt2(pair, sum)[0] == one);
    CHECK(imf::floor(half2(half(1.5F), half(-1.5F)))[1] == half(-2.0F));
  }
};

} // namespace

int main() {
  return failures<Integers>("integers") + failures<Floats>("floats") +
         failures<Doubles>("doubles", Needs::fp64) + failures<Halves>("halves", Needs::fp16);
}
