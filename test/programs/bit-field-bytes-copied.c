// verdict: TRUE
// reason: memcpy copies all bits of a byte, those between bit-fields as well
// why-wrong: memcpy copies all bits of a byte, those between bit-fields as well
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
struct flags { unsigned char a : 1, b : 1, c : 3; };
int main(void) {
  struct flags source = {0};
  source.c = 5;
  unsigned char *raw = malloc(sizeof source);
  memcpy(raw, &source, sizeof source);
  if (raw[0] != 5 << 2) reach_error(); // wrong: if (raw[0] == 5 << 2) reach_error();
  return 0;
}
