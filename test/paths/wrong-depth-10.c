// verdict: FALSE
// depth: 10
// twin-of: twelve-states.c
// reason: the key is lost on the way back from state 10, and the door stays open
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int state = 0, key = 0, door = 0;
  for (;;) {
    int event = __VERIFIER_nondet_int();
    switch (state) {
      case 0: if (event == 1) state = 1; break;
      case 1: state = event == 2 ? 2 : 0; break;
      case 2: if (event == 3) { key = 1; state = 3; } break;
      case 3: if (event == 4) { door = 1; state = 4; } break;
      case 4: state = event == 5 ? 5 : 6; break;
      case 5: if (event == 6) state = 6; break;
      case 6: state = 7; break;
      case 7: if (event == 7) state = 8; else state = 4; break;
      case 8: state = 9; break;
      case 9: if (event == 8) state = 10; break;
      case 10: if (event == 9) { key = 0; state = 11; } break;
      default: break;
    }
    if (door && !key) reach_error();
  }
}
