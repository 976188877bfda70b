// verdict: TRUE
// reason: a copy of bytes keeps a byte that is no _Bool
// why-wrong: a copy of bytes keeps a byte that is no _Bool
extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long);
int main(void) {
  unsigned char from = 2, to;
  _Bool truth;
  memcpy(&truth, &from, 1);
  memcpy(&to, &truth, 1);
  if (to != 2) reach_error(); // wrong: if (to == 2) reach_error();
  return 0;
}
