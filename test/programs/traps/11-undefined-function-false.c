// verdict: UNKNOWN
// reason: a function without body may write through its pointer; what it would write is no run of the program
void reach_error(void) {}

extern void fill(int *);
int main(void) {
  int x = 0;
  fill(&x);
  if (x) reach_error();
  return 0;
}
