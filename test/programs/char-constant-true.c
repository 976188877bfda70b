// verdict: TRUE
// reason: plain char is signed on x86, also in character constants
extern void abort(void);
void reach_error(void) {}

int main(void) {
  char c = '\xff';
  if ((int)c != -1) reach_error();
  if ('\377' != -1) reach_error();
  return 0;
}
