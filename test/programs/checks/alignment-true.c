// verdict: TRUE
// checks: alignment
// reason: the pointer moves by whole numbers, and the member of a packed structure is accessed as such
extern unsigned __VERIFIER_nondet_uint(void);
struct packed { char tag; int number; } __attribute__((packed));
int main(void) {
  int numbers[4] = {0, 0, 0, 0};
  static struct packed packed;
  struct packed *other = &packed;
  char *bytes = (char *)numbers;
  unsigned at = __VERIFIER_nondet_uint() % 4;
  other->number = 2;
  return *(int *)(bytes + 4 * at) + other->number;
}
