// verdict: TRUE
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
static void check(int condition) {
  if (!condition) reach_error();
}
int main(void) {
  check((float)16777217 == 16777216.0f && (float)16777219u == 16777220.0f);
  check((double)0xffffffffffffffffULL == 18446744073709551616.0 && (float)0x8000008000000001ULL == 0x1.000002p63f);
  check((float)9007199791611906.0 == 9007200328482816.0f);
  check((unsigned char)255.9f == 255 && (signed char)-128.9 == -128 && (_Bool)0.1 == 1 && (_Bool)-0.0 == 0);
  check(0.1f != 0.1 && 0x1.8p1 == 3.0 && 1e-310f == 0.0f && 0x1p-149f / 2 == 0.0f && 3.4028236e38f > 3.4e38f);
  float f = __VERIFIER_nondet_float();
  if (f >= 0.0f) check(f == f + 0.0f);
  return 0;
}
