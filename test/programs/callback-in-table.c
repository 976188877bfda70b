// verdict: UNKNOWN
// reason: a function without a body is given a table of callbacks, kept as pointers to void
extern void reach_error(void);
void later(void *table);
void bad(void) { reach_error(); }
void *table[2];
int main(void) {
  table[1] = (void *)bad;
  later(table);
  return 0;
}
