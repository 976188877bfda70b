// verdict: TRUE
// reason: bytes of structures and numbers are compared with those of a literal
typedef unsigned long size_t;
extern int memcmp(const void *, const void *, size_t);
extern void *memcpy(void *, const void *, size_t);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
struct text {
  char first, rest[7];
  int number;
} text;
long words[4];

int main(void) {
  text.first = 1;
  memcpy(text.rest, "HELLO", 5);
  memcpy(words, "ABCDEFGHI", 9);
  struct text *pointer = &text;
  text.number = __VERIFIER_nondet_int();
  if (memcmp(pointer, "\1HELLO", 6) != 0) reach_error();
  if (memcmp("ABCDEFGHI\0", words, 11) != 0 || memcmp(words, "ABCDEFGHJ", 9) >= 0) reach_error();
  return 0;
}
