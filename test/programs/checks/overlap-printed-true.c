// verdict: TRUE
// reason: texts of one structure lie behind what is printed, which the size of the target cuts off
// checks: overlap
typedef unsigned long size_t;
extern int __VERIFIER_nondet_int(void);
extern int snprintf(char *to, size_t size, const char *format, ...);
extern int sprintf(char *to, const char *format, ...);
struct entry {
  char line[8];
  char name[4];
};
int main(void) {
  struct entry entry = {"", "abc"};
  int number = __VERIFIER_nondet_int();
  snprintf(entry.line, sizeof entry.line, "%s=%d", entry.name, number);
  sprintf(entry.line, "%s %2.2s", entry.name, entry.name + 1);
  return 0;
}
