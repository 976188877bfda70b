// verdict: TRUE
// reason: behind the loop the last read was not zero
// volatile: ready
void reach_error(void);
static volatile int ready;
int main(void) {
  int seen;
  do seen = ready; while (seen == 0);
  if (seen == 0) reach_error();
  return 0;
}
