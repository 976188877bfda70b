// verdict: TRUE
// reason: runs that must abort later, and runs that do not
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int i = 0;
  while (1) {
    i++;
    if (i == 3) abort();
    if (i > 3) reach_error();
  }
}
