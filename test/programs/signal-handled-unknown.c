// verdict: UNKNOWN
// construct: call of signal, which may call back
// reason: a handler may run at any time
typedef void (*reaction)(int);
extern reaction signal(int, reaction);
void reach_error(void) {}
static int seen;
static void handler(int number) { seen = number; }
int main(void) {
  signal(2, handler);
  if (seen != 0) reach_error();
  return 0;
}
