// verdict: TRUE
// reason: padding, packing, and the way from a member to its struct
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

struct plain { char c; int i; char d; };
struct __attribute__((packed)) tight { char c; int i; };
struct __attribute__((aligned(16))) wide { char c; };
struct outer { long head; struct plain inner; };
int main(void) {
  if (sizeof(struct plain) != 12 || __builtin_offsetof(struct plain, i) != 4) reach_error();
  if (sizeof(struct tight) != 5 || __builtin_offsetof(struct tight, i) != 1) reach_error();
  if (sizeof(struct wide) != 16) reach_error();
  struct tight t = { 1, __VERIFIER_nondet_int() };
  if (((unsigned char *)&t)[1] != (t.i & 255)) reach_error();
  struct outer o = { 5, { 1, 2, 3 } };
  struct plain *member = &o.inner;
  struct outer *back = (struct outer *)((char *)member - __builtin_offsetof(struct outer, inner));
  if (back->head != 5 || back != &o) reach_error();
  return 0;
}
