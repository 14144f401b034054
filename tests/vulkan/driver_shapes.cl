// What drivers compute wrongly without the toggles for it, as small as it gets. Each kernel changes the word of
// its work-item.

// `v` is what the last iteration made of `s`; the next `s` is known by then. Work-items leave at different times.
kernel void loop_values(global uint *words) {
  const uint i = get_global_id(0);
  uint s = words[i], v;
  do {
    v = s * 3 + 1;
    s = v >> 2;
  } while (s > 2);
  words[i] = v ^ i;
}

// The same in a loop with two entries, which is structurized. The results are behind the words that it reads.
kernel void irreducible(global int *words) {
  const int i = get_global_id(0), count = get_global_size(0);
  int s = words[i], k = 0;
  if (s & 1)
    goto middle;
top:
  s += words[(i + k) % count];
  if (s > 500)
    goto end;
middle:
  s ^= k * 3;
  k++;
  if (k < 64) {
    if (s % 7 == 3)
      goto middle;
    goto top;
  }
end:
  words[count + i] = s;
}

// What a loop loads is 0 for work-items that have left.
kernel void loaded_values(global uint *words) {
  const uint i = get_global_id(0), first = i / 32 * 32;
  uint at = i, value;
  do {
    value = words[first + at % 32] + 1;
    at += 1 + (value & 1);
  } while (value % 8 != i % 8 && at < i + 20);
  barrier(CLK_GLOBAL_MEM_FENCE);
  words[i] = value * 100 + at - i;
}

kernel void signs(global uint *words) {
  const uint i = get_global_id(0);
  const float y = as_float(words[i]), most = (float)(i + 1) * 10;
  const int isFar = fabs(y) > most && fabs(y) < INFINITY;
  words[i] = as_uint(isFar ? copysign(most, y) : y);
}

kernel void conversions(global uint *words) {
  const uint i = get_global_id(0);
  words[i] = (uint)(float)words[i];
}

kernel void roundings(global uint *words) {
  const uint i = get_global_id(0);
  const double x = ((double)words[i] - 2147483648.0) * 0x1p-3;
  words[i] = (uint)(int)(rint(x) * 3 + trunc(x) * 5 + floor(x) * 7 + ceil(x) * 11);
}
