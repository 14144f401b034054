// A kernel whose numbers would not pay as constants.
kernel void write_number(global int *out, int first, int second, int third, int fourth) {
  *out = *out * first + second * third + fourth;
}

// A kernel of which one number would pay as a constant, and one of which four would.
kernel void write_mode(global int *out, int first, int second, int third, int fourth) {
  int value = *out;
  if (first > 3)
    value = value * 3 + 1;
  *out = value + second * third + fourth;
}

kernel void write_modes(global int *out, int first, int second, int third, int fourth) {
  int value = *out;
  if (first > 3)
    value = value * 3 + 1;
  if (second > 3)
    value = value * 5 + 1;
  if (third > 3)
    value = value * 7 + 1;
  if (fourth > 3)
    value = value * 11 + 1;
  *out = value;
}
