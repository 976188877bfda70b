// verdict: UNKNOWN
// reason: a signal without a handler mostly ends the run, but whoever starts the program may ignore it
extern int raise(int);
void reach_error(void) {}
int main(void) {
  raise(6);
  reach_error();
  return 0;
}
