// verdict: TRUE
extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  int n = 2, p[n], w[2] = { 0, 0 };
  p[1] = 4;
  memcpy(w, p, 8);
  if (w[1] != 4) reach_error(); // wrong: if (w[1] == 4) reach_error();
  return 0;
}
