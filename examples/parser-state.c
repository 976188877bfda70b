// Expected: FALSE. The error needs the inputs 'o', 'p', 'e', 'n' in this order, and then anything but ';'.
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);

int main(void) {
  int state = 0;
  while (1) {
    char c = __VERIFIER_nondet_char();
    switch (state) {
      case 0: state = c == 'o' ? 1 : 0; break;
      case 1: state = c == 'p' ? 2 : 0; break;
      case 2: state = c == 'e' ? 3 : 0; break;
      case 3: state = c == 'n' ? 4 : 0; break;
      case 4:
        if (c != ';') reach_error();
        state = 0;
        break;
    }
  }
}
