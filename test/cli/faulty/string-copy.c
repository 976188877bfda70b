// faults: 9 deref
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char name[8];
  const char *given = "Ada";
  int n = __VERIFIER_nondet_int();
  if (n == 4) given = "Lovelace";
  strcpy(name, given);
  return name[0] == 'A';
}
