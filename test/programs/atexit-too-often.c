// verdict: UNKNOWN
// reason: C libraries need not accept more than 32 handlers
extern void abort(void);
extern int atexit(void (*)(void));
void reach_error(void) { abort(); }
static int n;
static void handler(void) { n++; if (n == 33) reach_error(); }
int main(void) {
  for (int i = 0; i < 33; i++) atexit(handler);
  return 0;
}
