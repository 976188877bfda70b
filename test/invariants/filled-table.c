// verdict: TRUE
// reason: a large table is filled, and looked at afterwards: what holds of all elements up to the first loop's index has to be found
// not-proved-by: imc, ismc, dar, ai, ic3, predabs, impact
extern void reach_error(void);
int main(void) {
  unsigned short table[20000];
  unsigned i;
  for (i = 0; i < 20000; i++) table[i] = 17;
  for (i = 0; i < 20000; i++)
    if (table[i] != 17) reach_error();
}
