// verdict: UNKNOWN
// reason: an interrupt may come in the middle of a copy of a structure
// interrupts: handler
void reach_error(void);
struct pair { int a, b; };
static struct pair shared;
void handler(void) {
  shared.a++;
  shared.b++;
}
int main(void) {
  struct pair own = shared;
  if (own.a != own.b) reach_error();
  return 0;
}
