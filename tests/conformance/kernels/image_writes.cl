// Writes to every image type except the most common one.
kernel void write_all(write_only image1d_array_t a, write_only image2d_array_t b,
                      write_only image3d_t c, write_only image1d_buffer_t d) {
  const int x = (int)get_global_id(0) - 1; // the first and the last pixel are outside
  write_imagei(a, (int2)(x, 1), (int4)(x + 10));
  write_imagei(b, (int4)(x, 1, 1, 0), (int4)(x + 20));
  write_imagei(c, (int4)(x, 1, 1, 0), (int4)(x + 30));
  write_imagei(d, x, (int4)(x + 40));
}
