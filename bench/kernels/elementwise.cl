// One element in, one element out.
kernel void exp_array(global const float *in, global float *out) {
  const size_t i = get_global_id(0);
  out[i] = exp(in[i]);
}

kernel void sin_array(global const float *in, global float *out) {
  const size_t i = get_global_id(0);
  out[i] = sin(in[i]);
}

kernel void vector_add(global const float *a, global const float *b, global float *c) {
  const size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}

// Of each channel, the share of a that a's last channel says, and of b the rest.
kernel void blend(global const uchar4 *a, global const uchar4 *b, global uchar4 *out) {
  const size_t i = get_global_id(0);
  const ushort4 share = convert_ushort4(a[i].wwww), rest = (ushort)255 - share;
  out[i] = convert_uchar4((convert_ushort4(a[i]) * share + convert_ushort4(b[i]) * rest) >> 8);
}
