// verdict: TRUE
// reason: the builtins on bits of any type agree with those for int
// why-wrong: the builtins on bits of any type agree with those for int
extern void abort(void);
void reach_error(void) { abort(); }
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
typedef unsigned char byte;
static int leading(byte x) { return x ? __builtin_clz(x) - 24 : 8; }
static int trailing(byte x) { return x ? __builtin_ctz(x) : 8; }
static int ones(byte x) { return __builtin_popcount(x); }
static int ceiling(byte x) { return x <= 1 ? 1 : 1 << (32 - __builtin_clz(x - 1)); }
int main(void) {
  byte x = __VERIFIER_nondet_uchar(), m = ~x, k = __VERIFIER_nondet_uchar() % 20;
  if (__builtin_clzg(x, 8) != leading(x) || __builtin_ctzg(x, 8) != trailing(x)) reach_error();
  if (__builtin_popcountg(x) != ones(x) || __builtin_parityg(x) != ones(x) % 2) reach_error();
  if (__builtin_ffsg((signed char)x) != (x ? trailing(x) + 1 : 0)) reach_error();
  if (__builtin_clrsbg((signed char)x) != leading(x & 128 ? m : x) - 1) reach_error();
  if (__builtin_stdc_leading_zeros(x) != leading(x) || __builtin_stdc_leading_ones(x) != leading(m)) reach_error();
  if (__builtin_stdc_trailing_zeros(x) != trailing(x) || __builtin_stdc_trailing_ones(x) != trailing(m)) reach_error();
  if (__builtin_stdc_first_leading_one(x) != (x ? leading(x) + 1 : 0) || __builtin_stdc_first_leading_zero(x) != (m ? leading(m) + 1 : 0)) reach_error();
  if (__builtin_stdc_first_trailing_one(x) != (x ? trailing(x) + 1 : 0) || __builtin_stdc_first_trailing_zero(x) != (m ? trailing(m) + 1 : 0)) reach_error();
  if (__builtin_stdc_count_ones(x) != ones(x) || __builtin_stdc_count_zeros(x) != ones(m)) reach_error();
  if (__builtin_stdc_has_single_bit(x) != (ones(x) == 1) || __builtin_stdc_bit_width(x) != 8 - leading(x)) reach_error();
  if (__builtin_stdc_bit_floor(x) != (x ? 1 << (7 - leading(x)) : 0)) reach_error();
  if (x <= 128 && __builtin_stdc_bit_ceil(x) != ceiling(x)) reach_error();
  if (__builtin_stdc_rotate_left(x, k) != (byte)(x << k % 8 | x >> (8 - k % 8))) reach_error();
  if (__builtin_stdc_rotate_right(x, k) != (byte)(x >> k % 8 | x << (8 - k % 8))) reach_error();
  if (__builtin_clzg((unsigned __int128)1 << 100) != 27 || __builtin_stdc_bit_ceil((byte)200) != 0 || __builtin_stdc_rotate_left(0x80000001u, 4) != 0x18) reach_error();
  // wrong: if (__builtin_stdc_bit_floor(x) == 64 && k == 19 && __builtin_stdc_count_ones(x) == 5) reach_error();
  return 0;
}
