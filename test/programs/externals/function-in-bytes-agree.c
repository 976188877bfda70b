// verdict: UNKNOWN
// reason: an external function may change an object by calling a function whose address is hidden from types
// externals: agree
extern void reach_error(void);
struct ops { int n; void (*set)(int); };
void run(char *);
static int v = 1, w = 2;
static void set(int n) { v = n; }
static struct ops ops = {1, set};
int main(void) {
  run((char *)&ops);
  if (v != 1) reach_error();
  return 0;
}
