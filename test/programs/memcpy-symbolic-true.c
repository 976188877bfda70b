// verdict: TRUE
// reason: a copy of unknown length into one of two places, of elements
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
void reach_error(void) {}
extern void *memcpy(void *, const void *, unsigned long);

struct pair {
  int key;
  short value;
};

struct pair from[4] = {{1, 10}, {2, 20}, {3, 30}, {4, 40}};
struct pair left[4], right[4];

int main(void) {
  unsigned n = __VERIFIER_nondet_uchar(), i = __VERIFIER_nondet_uchar();
  struct pair *to = __VERIFIER_nondet_int() ? left : right;
  if (n > 4 || i >= 4) return 0;
  memcpy(to, from, n * sizeof(struct pair));
  if (i < n && (to[i].key != (int)i + 1 || to[i].value != 10 * ((int)i + 1))) reach_error();
  if (i >= n && to[i].key != 0) reach_error();
  if (left[0].key != 0 && right[0].key != 0) reach_error();
  return 0;
}
