// verdict: TRUE
// reason: one read has one value, and other objects stay as they are
// volatile: status
void reach_error(void);
static volatile unsigned char status;
static volatile int other = 1;
int main(void) {
  unsigned seen = status;
  if (seen > 255 || seen != seen || other != 1) reach_error();
  return 0;
}
