// verdict: TRUE
// reason: rows that are allocated in a loop do not overlap
typedef unsigned long size_t;
extern void *malloc(size_t);
extern void *calloc(size_t, size_t);
extern void *realloc(void *, size_t);
extern void abort(void);
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *rows[3];
  for (int i = 0; i < 3; i++) {
    rows[i] = malloc(4 * sizeof(int));
    for (int j = 0; j < 4; j++) rows[i][j] = 10 * i + j;
  }
  if (rows[0][3] != 3 || rows[1][0] != 10 || rows[2][2] != 22) reach_error();
}
