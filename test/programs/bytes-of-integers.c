// verdict: TRUE
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* Single bytes of an integer member are looked at and changed; the pointer beside it stays a pointer. */
struct item {
  unsigned key;
  struct item *next;
  short parts[2];
};
struct plain {
  unsigned key;
  short parts[2];
};
static unsigned sum(const unsigned char *bytes, unsigned count) {
  unsigned total = 0;
  for (unsigned i = 0; i < count; i++) total += bytes[i];
  return total;
}
int main(void) {
  struct item a = {0x01020304, 0, {1, 2}}, b = {0, 0, {3, 4}};
  a.next = &b;
  b.key = __VERIFIER_nondet_uint();
  unsigned char *last = (unsigned char *)&b.key + 3;
  if (*last != b.key >> 24) reach_error();
  unsigned before = b.key;
  *(unsigned char *)&a.next->key = 7;
  if (b.key != ((before & ~0xffu) | 7)) reach_error();
  *(unsigned short *)((char *)&b.key + 2) = 0xabcd;
  if (b.key != ((before & 0xff00u) | 0xabcd0007u)) reach_error();
  ((unsigned char *)b.parts)[3] = 0x12;
  if (b.parts[0] != 3 || b.parts[1] != 0x1204) reach_error();
  struct plain c = {0x01020304, {5, 6}};
  if (sum((unsigned char *)&c, sizeof c) != 21) reach_error();
  unsigned at = __VERIFIER_nondet_uint() % 4;
  ((unsigned char *)&c.key)[at] = 0xff;
  if (((c.key >> 8 * at) & 0xff) != 0xff || c.parts[0] != 5) reach_error(); // wrong: if (at == 2 && c.key == 0x01ff0304) reach_error();
  if (at == 0 && c.key != 0x010203ff) reach_error(); // wrong:
  if (a.next != &b || a.next->parts[0] != 3) reach_error();
  return 0;
}
