// verdict: UNKNOWN
// reason: an enumeration may have the type _Bool
extern void reach_error(void);
extern void *memset(void *, int, unsigned long);
enum answer : _Bool { no, yes };
int main(void) {
  enum answer answer;
  memset(&answer, 3, sizeof answer);
  if (answer == no) return 0;
  if (answer != yes) reach_error();
  return 0;
}
