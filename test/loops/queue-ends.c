// verdict: TRUE
// proved-by: houdini
// The reader of a queue never passes the writer, and is behind it by as much as the queue holds.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int written = 0, read = 0, held = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (held < 32 && written < 1000000) {
        written++;
        held++;
      }
    } else if (held > 0) {
      read++;
      held--;
    }
    if (read > written || written - read > 32 || written - read != held) reach_error();
  }
  return 0;
}
