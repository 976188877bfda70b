// verdict: UNKNOWN
// reason: five calls that write one object have too many orders
// order: open
extern void reach_error(void);
static int count;
static int next(void) { return count++; }
int main(void) {
  if (next() + next() + next() + next() + next() != 10) reach_error();
  return 0;
}
