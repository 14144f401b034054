// Uses a function of another source.
float value(void);
kernel void scale(global float *out) { out[get_global_id(0)] *= value(); }
kernel void clear(global float *out) { out[get_global_id(0)] = 0; }
