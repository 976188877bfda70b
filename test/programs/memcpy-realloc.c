// verdict: TRUE
extern void reach_error(void);
extern void *malloc(unsigned long), *realloc(void *, unsigned long), *memcpy(void *, const void *, unsigned long);
int main(void) {
  int *p = realloc(0, 8);
  p[1] = 4;
  int w[2] = { 7, 7 };
  memcpy(w, p, 8);
  if (w[1] != 4) reach_error(); // wrong: if (w[1] == 4) reach_error();
  return 0;
}
