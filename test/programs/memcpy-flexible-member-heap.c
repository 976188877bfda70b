// verdict: TRUE
extern void reach_error(void);
extern void *malloc(unsigned long), *memcpy(void *, const void *, unsigned long);
struct f { int n; int d[]; };
int main(void) {
  int w[2] = { 1, 2 };
  struct f *p = malloc(sizeof *p + 2 * sizeof(int));
  p->d[1] = 77;
  memcpy(w, p->d, sizeof w);
  if (w[1] != 77) reach_error(); // wrong: if (w[1] == 77) reach_error();
  return 0;
}
