// verdict: TRUE
// reason: a union of a pointer and of other types keeps both kinds of members, in arrays, copies and initialisers
// checks: assertion, deref, free
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
struct value {
  int tag;
  union {
    long number;
    char *text;
    unsigned char bytes[8];
    struct { int low, high; } halves;
    unsigned flags : 5;
  };
};
static struct value table[20] = {{0, {.number = 4}}, {1, {.text = "hi"}}, {2, {.halves = {7, 8}}}};
int main(void) {
  struct value copy = table[2];
  if (copy.number != 7 + (8L << 32) || copy.bytes[4] != 8) reach_error();
  copy.flags = 2;
  if (copy.halves.low != 2 || copy.halves.high != 8) reach_error();
  copy.text = malloc(1);
  copy.tag = 1;
  __builtin_memcpy(&table[3], &copy, sizeof copy);
  __builtin_memset(&table[4].number, 255, 8);
  int at = __VERIFIER_nondet_int();
  if (at < 0 || at > 4) return 0;
  if (at == 3) *table[at].text = 'x';
  if (table[at].tag == 1 && *table[at].text != 'h' && at != 3) reach_error();
  if (at == 4 && table[at].number != -1) reach_error();
  free(table[3].text);
  return 0;
}
