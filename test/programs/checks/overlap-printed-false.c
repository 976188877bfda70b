// verdict: FALSE
// reason: a text grows by printing it behind itself
// checks: overlap
// native: no sanitiser of GCC reports this
typedef unsigned long size_t;
extern int __VERIFIER_nondet_int(void);
extern int snprintf(char *to, size_t size, const char *format, ...);
static char path[32] = "/tmp";
int main(void) {
  int turns = __VERIFIER_nondet_int();
  if (turns > 0 && turns < 3) snprintf(path, sizeof path, "%s/%c", path, 'a');
  return 0;
}
