// verdict: TRUE
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* A pointer may lead to a hundred objects. */
struct device {
  unsigned id, state;
};
static struct device d0 = { 0, 0 };
static struct device d1 = { 1, 3 };
static struct device d2 = { 2, 6 };
static struct device d3 = { 3, 9 };
static struct device d4 = { 4, 12 };
static struct device d5 = { 5, 15 };
static struct device d6 = { 6, 18 };
static struct device d7 = { 7, 21 };
static struct device d8 = { 8, 24 };
static struct device d9 = { 9, 27 };
static struct device d10 = { 10, 30 };
static struct device d11 = { 11, 33 };
static struct device d12 = { 12, 36 };
static struct device d13 = { 13, 39 };
static struct device d14 = { 14, 42 };
static struct device d15 = { 15, 45 };
static struct device d16 = { 16, 48 };
static struct device d17 = { 17, 51 };
static struct device d18 = { 18, 54 };
static struct device d19 = { 19, 57 };
static struct device d20 = { 20, 60 };
static struct device d21 = { 21, 63 };
static struct device d22 = { 22, 66 };
static struct device d23 = { 23, 69 };
static struct device d24 = { 24, 72 };
static struct device d25 = { 25, 75 };
static struct device d26 = { 26, 78 };
static struct device d27 = { 27, 81 };
static struct device d28 = { 28, 84 };
static struct device d29 = { 29, 87 };
static struct device d30 = { 30, 90 };
static struct device d31 = { 31, 93 };
static struct device d32 = { 32, 96 };
static struct device d33 = { 33, 99 };
static struct device d34 = { 34, 102 };
static struct device d35 = { 35, 105 };
static struct device d36 = { 36, 108 };
static struct device d37 = { 37, 111 };
static struct device d38 = { 38, 114 };
static struct device d39 = { 39, 117 };
static struct device d40 = { 40, 120 };
static struct device d41 = { 41, 123 };
static struct device d42 = { 42, 126 };
static struct device d43 = { 43, 129 };
static struct device d44 = { 44, 132 };
static struct device d45 = { 45, 135 };
static struct device d46 = { 46, 138 };
static struct device d47 = { 47, 141 };
static struct device d48 = { 48, 144 };
static struct device d49 = { 49, 147 };
static struct device d50 = { 50, 150 };
static struct device d51 = { 51, 153 };
static struct device d52 = { 52, 156 };
static struct device d53 = { 53, 159 };
static struct device d54 = { 54, 162 };
static struct device d55 = { 55, 165 };
static struct device d56 = { 56, 168 };
static struct device d57 = { 57, 171 };
static struct device d58 = { 58, 174 };
static struct device d59 = { 59, 177 };
static struct device d60 = { 60, 180 };
static struct device d61 = { 61, 183 };
static struct device d62 = { 62, 186 };
static struct device d63 = { 63, 189 };
static struct device d64 = { 64, 192 };
static struct device d65 = { 65, 195 };
static struct device d66 = { 66, 198 };
static struct device d67 = { 67, 201 };
static struct device d68 = { 68, 204 };
static struct device d69 = { 69, 207 };
static struct device d70 = { 70, 210 };
static struct device d71 = { 71, 213 };
static struct device d72 = { 72, 216 };
static struct device d73 = { 73, 219 };
static struct device d74 = { 74, 222 };
static struct device d75 = { 75, 225 };
static struct device d76 = { 76, 228 };
static struct device d77 = { 77, 231 };
static struct device d78 = { 78, 234 };
static struct device d79 = { 79, 237 };
static struct device d80 = { 80, 240 };
static struct device d81 = { 81, 243 };
static struct device d82 = { 82, 246 };
static struct device d83 = { 83, 249 };
static struct device d84 = { 84, 252 };
static struct device d85 = { 85, 255 };
static struct device d86 = { 86, 258 };
static struct device d87 = { 87, 261 };
static struct device d88 = { 88, 264 };
static struct device d89 = { 89, 267 };
static struct device d90 = { 90, 270 };
static struct device d91 = { 91, 273 };
static struct device d92 = { 92, 276 };
static struct device d93 = { 93, 279 };
static struct device d94 = { 94, 282 };
static struct device d95 = { 95, 285 };
static struct device d96 = { 96, 288 };
static struct device d97 = { 97, 291 };
static struct device d98 = { 98, 294 };
static struct device d99 = { 99, 297 };
static struct device *all[100] = {
  &d0, &d1, &d2, &d3, &d4, &d5, &d6, &d7, &d8, &d9, &d10, &d11, &d12, &d13, &d14, &d15, &d16, &d17, &d18,
  &d19, &d20, &d21, &d22, &d23, &d24, &d25, &d26, &d27, &d28, &d29, &d30, &d31, &d32, &d33, &d34, &d35, &d36,
  &d37, &d38, &d39, &d40, &d41, &d42, &d43, &d44, &d45, &d46, &d47, &d48, &d49, &d50, &d51, &d52, &d53, &d54,
  &d55, &d56, &d57, &d58, &d59, &d60, &d61, &d62, &d63, &d64, &d65, &d66, &d67, &d68, &d69, &d70, &d71, &d72,
  &d73, &d74, &d75, &d76, &d77, &d78, &d79, &d80, &d81, &d82, &d83, &d84, &d85, &d86, &d87, &d88, &d89, &d90,
  &d91, &d92, &d93, &d94, &d95, &d96, &d97, &d98, &d99
};
int main(void) {
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  if (i >= 100 || j >= 100) return 0;
  struct device *one = all[i], *other = all[j];
  one->state = 7;
  if (other->id != j) reach_error();
  if (i != j && other->state != 3 * j) reach_error(); // wrong: if (other->state != 3 * j && other->id > 90) reach_error();
  return 0;
}
