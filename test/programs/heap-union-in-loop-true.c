// verdict: TRUE
// reason: blocks of a family may be accessed as bytes
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void abort(void);
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

union cell {
  unsigned char bytes[8];
  unsigned long number;
  union cell *next;
};

int main(void) {
  union cell *cells[2];
  for (int i = 0; i < 2; i++) {
    cells[i] = malloc(sizeof(union cell));
    cells[i]->number = 0x01020304 + i;
  }
  if (cells[0]->bytes[0] != 4 || cells[1]->bytes[0] != 5 || cells[1]->bytes[3] != 1) reach_error();
  cells[0]->next = cells[1];
  if (cells[0]->next->number != 0x01020305) reach_error();
}
