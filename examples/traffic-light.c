// Expected: TRUE. A controller with two loops: both directions are never green together.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

enum colour { RED, YELLOW, GREEN };

int main(void) {
  enum colour main_road = RED, side_road = RED;
  unsigned ticks = 0;
  while (ticks < 3) ticks++; /* all red at first */
  for (;;) {
    if (main_road == GREEN) {
      main_road = YELLOW;
    } else if (main_road == YELLOW) {
      main_road = RED;
    } else if (side_road == RED && __VERIFIER_nondet_bool()) {
      main_road = GREEN;
    } else if (side_road == GREEN) {
      side_road = RED;
    } else {
      side_road = GREEN;
    }
    if (main_road == GREEN && side_road == GREEN) reach_error();
  }
}
