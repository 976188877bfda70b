// verdict: TRUE
// reason: a last member of one element is a flexible one of old programs, in a block and in a union with room for more
// why-wrong: a last member of one element is a flexible one of old programs, in a block and in a union with room for more
extern unsigned __VERIFIER_nondet_uint(void);
extern void *malloc(unsigned long);
extern void reach_error(void);

struct text { unsigned length; char chars[1]; };
union { struct text text; char room[16]; } u;

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 8) return 0;
  struct text *t = malloc(sizeof(struct text) + 8);
  if (t == 0) return 0;
  for (int i = 0; i < 9; i++) t->chars[i] = u.text.chars[i] = i;
  if (t->chars[n] + u.text.chars[n] != 2 * n) reach_error(); // wrong: if (t->chars[n] + u.text.chars[n] == 12) reach_error();
  return 0;
}
