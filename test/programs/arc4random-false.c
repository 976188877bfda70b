// verdict: FALSE
// reason: arc4random may give each number
extern void reach_error(void);
unsigned arc4random(void);
int main(void) {
  if (arc4random() == 123456789) reach_error();
  return 0;
}
