// verdict: TRUE
// reason: a table is filled from its end; elements from the index on are known
// not-proved-by: imc, ismc, dar, ai, ic3, predabs, impact
extern void reach_error(void);
int main(void) {
  int table[3000];
  unsigned i = 3000;
  while (i > 0) {
    i--;
    table[i] = (int)i - 5;
  }
  for (i = 0; i < 3000; i++)
    if (table[i] != (int)i - 5) reach_error();
}
