// verdict: FALSE
// reason: one row of a table of vectors can differ
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

typedef short v4hi __attribute__((vector_size(8)));
typedef int v4si __attribute__((vector_size(16)));
struct row { char tag; v4hi values; };
static struct row table[3] = {{1, {1, 2, 3, 4}}, {2, {5, 6, 7, 8}}};

int main(void) {
  unsigned i = __VERIFIER_nondet_int();
  if (i >= 2) return 0;
  v4si wide = __builtin_convertvector(table[i].values, v4si);
  table[2] = table[i];
  table[2].values[i] = -1;
  int sum = 0;
  for (int k = 0; k < 4; k++) sum += wide[k];
  if (sum == 26 && table[2].values[0] == 5) reach_error();
  return 0;
}
