// Much arithmetic for each element, and loops and branches that differ between neighbours.

float normalShare(float d) {
  const float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  const float tail = 0.39894228f * exp(-0.5f * d * d) * k *
                     (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  return d > 0.0f ? 1.0f - tail : tail;
}

// The prices of call options, and behind them those of put options.
kernel void black_scholes(global const float *prices, global const float *strikes, global const float *years,
                          global float *out, int count) {
  const int i = get_global_id(0);
  const float rate = 0.02f, volatility = 0.3f;
  const float price = prices[i], strike = strikes[i], time = years[i];
  const float spread = volatility * sqrt(time);
  const float d1 = (log(price / strike) + (rate + 0.5f * volatility * volatility) * time) / spread;
  const float d2 = d1 - spread;
  const float share1 = normalShare(d1), share2 = normalShare(d2);
  const float discounted = strike * exp(-rate * time);
  out[i] = price * share1 - discounted * share2;
  out[count + i] = discounted * (1.0f - share2) - price * (1.0f - share1);
}

kernel void double_mix(global const double *in, global double *out, int rounds) {
  const int i = get_global_id(0);
  double x = in[i], y = 1.0;
  for (int k = 0; k < rounds; ++k) {
    x = sqrt(x * x + 0.5) - 0.25 * y;
    y = y * 0.75 + 1.0 / (x + 2.0);
  }
  out[i] = x + y;
}

// How many steps each number takes to 1.
kernel void collatz(global int *steps) {
  const uint id = get_global_id(0);
  uint number = id + 1;
  int count = 0;
  while (number != 1) {
    number = number % 2 == 0 ? number / 2 : 3 * number + 1;
    ++count;
  }
  steps[id] = count;
}

// Spheres (x, y, z, radius) that mirror each other.
kernel void raytrace(global const float *spheres, global float *out, int width, int count) {
  const int column = get_global_id(0), row = get_global_id(1);
  const float scale = 2.0f / width;
  float ox = 0.0f, oy = 0.0f, oz = -4.0f;
  float dx = column * scale - 1.0f, dy = row * scale - 1.0f, dz = 2.0f;
  const float inverse = 1.0f / sqrt(dx * dx + dy * dy + dz * dz);
  dx *= inverse;
  dy *= inverse;
  dz *= inverse;
  float light = 0.0f, weight = 1.0f;
  for (int bounce = 0; bounce < 3; ++bounce) {
    float nearest = 1e30f;
    int hit = -1;
    for (int s = 0; s < count; ++s) {
      const float cx = spheres[4 * s] - ox, cy = spheres[4 * s + 1] - oy, cz = spheres[4 * s + 2] - oz;
      const float radius = spheres[4 * s + 3];
      const float along = cx * dx + cy * dy + cz * dz;
      const float inside = along * along - (cx * cx + cy * cy + cz * cz) + radius * radius;
      if (inside > 0.0f) {
        const float at = along - sqrt(inside);
        if (at > 0.001f && at < nearest) {
          nearest = at;
          hit = s;
        }
      }
    }
    if (hit < 0) {
      light += weight * (0.5f + 0.5f * dy);
      break;
    }
    ox += nearest * dx;
    oy += nearest * dy;
    oz += nearest * dz;
    const float shrink = 1.0f / spheres[4 * hit + 3];
    const float nx = (ox - spheres[4 * hit]) * shrink, ny = (oy - spheres[4 * hit + 1]) * shrink;
    const float nz = (oz - spheres[4 * hit + 2]) * shrink;
    const float lit = nx * 0.57f + ny * 0.57f - nz * 0.57f;
    light += weight * (lit > 0.0f ? 0.5f * lit : 0.0f);
    weight *= 0.5f;
    const float twice = 2.0f * (dx * nx + dy * ny + dz * nz);
    dx -= twice * nx;
    dy -= twice * ny;
    dz -= twice * nz;
  }
  out[row * width + column] = light;
}
