// verdict: UNKNOWN
// reason: a pointer to one member is moved to a _Bool beside it
extern void reach_error(void);
struct answer { unsigned char kind; _Bool truth; } answer;
int main(void) {
  unsigned char *byte = &answer.kind;
  byte[1] = 2;
  int number = answer.truth;
  if (number == 2) return 0;
  if (number != 1) reach_error();
  return 0;
}
