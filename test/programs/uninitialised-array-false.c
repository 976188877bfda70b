// verdict: FALSE
// reason: an element of an array that is not initialised may have any value, and the replay is told of it
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

struct packet {
  unsigned char tag;
  short grid[2][2];
};

int main(void) {
  unsigned char buffer[3];
  struct packet packets[2];
  int x = __VERIFIER_nondet_int();
  if (x == 5 && buffer[1] == 'Q' && packets[1].grid[1][0] == -7 && packets[0].tag == 3) reach_error();
  return 0;
}
