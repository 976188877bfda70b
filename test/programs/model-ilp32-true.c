// verdict: TRUE
// reason: models have the data model's size_t
// data-model: ILP32
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
extern void *memcpy(void *, const void *, unsigned int);
extern unsigned int strlen(const char *);

long from[1000] = {7, 8}, to[1000];
char text[1000];

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 2) return 0;
  memcpy(to, from, n * sizeof(long));
  if ((n == 2) != (to[1] == 8) || to[2] != 0) reach_error();
  if (n == 1) text[0] = 'a';
  if (strlen(text) != (n == 1)) reach_error();
  return 0;
}
