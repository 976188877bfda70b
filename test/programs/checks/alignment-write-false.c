// verdict: FALSE
// checks: alignment
// reason: the pointer to a member of a packed structure is not aligned
struct packed { char tag; int number; } __attribute__((packed));
static void set(int *number) { *number = 1; }
int main(void) {
  static struct packed packed;
  set(&packed.number);
  return 0;
}
