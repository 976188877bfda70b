// faults: 13 deref
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
struct entry { int key; int value; };
static struct entry table[3] = {{1, 10}, {2, 20}, {3, 30}};
static struct entry *find(int key) {
  for (int i = 0; i < 3; i++)
    if (table[i].key == key) return &table[i];
  return NULL;
}
int main(void) {
  struct entry *found = find(__VERIFIER_nondet_int());
  return found->value;
}
