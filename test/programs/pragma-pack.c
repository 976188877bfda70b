// verdict: TRUE
// reason: members lie where #pragma pack puts them, also by _Pragma and with labels
// why-wrong: members lie where #pragma pack puts them, also by _Pragma and with labels
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
#pragma pack(push, outer, 2)
struct P { char c; int i; long long l; };
#pragma pack(push, 1)
#pragma pack(pop, outer)
struct Q { char c; int i; };
_Pragma("pack(1)") struct R { char c; double d; };
int main(void) {
  struct P p;
  unsigned char *bytes = (unsigned char *)&p;
  p.i = __VERIFIER_nondet_int();
  if (sizeof(struct P) != 14 || sizeof(struct Q) != 8 || sizeof(struct R) != 9) reach_error();
  if (bytes[2] != (p.i & 255)) reach_error(); // wrong: if (bytes[3] != (p.i & 255)) reach_error();
  return 0;
}
