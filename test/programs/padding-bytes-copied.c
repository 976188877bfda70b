// verdict: TRUE
// reason: memset fills padding, and memcpy copies what was written there
// why-wrong: memset fills padding, and memcpy copies what was written there
extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long);
extern void *memset(void *, int, unsigned long);
struct gap { char c; int i; };
int main(void) {
  struct gap from, to;
  memset(&from, 0, sizeof from);
  for (unsigned i = 1; i < sizeof from; i++) ((unsigned char *)&from)[i] = 3;
  from.c = 1;
  from.i = 2;
  memset(&to, 0xff, sizeof to);
  memcpy(&to, &from, sizeof from);
  unsigned char *raw = (unsigned char *)&to;
  if (raw[0] != 1 || raw[4] != 2 || raw[2] != 3) reach_error(); // wrong: if (raw[0] != 1 || raw[4] != 2 || raw[2] == 3) reach_error();
  return 0;
}
