// verdict: UNKNOWN
// reason: division by zero gives any value; no run of the program shows it
extern void abort(void);
void reach_error(void) {}

int main(void) {
  int z = 0;
  if (1 / z == 3) reach_error();
  return 0;
}
