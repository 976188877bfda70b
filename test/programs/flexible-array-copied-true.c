// verdict: TRUE
// reason: a copy of a struct leaves out the elements that initialise its flexible array
void reach_error(void) {}
int __VERIFIER_nondet_int(void);
struct text {
  int length;
  char characters[];
};
static struct text given = {3, "abc"}, other = {7, "xyz"};
static int lengthOf(struct text t) { return t.length; }
int main(void) {
  struct text own = given;
  if (own.length != 3 || sizeof given != 4) reach_error();
  other = given;
  if (other.length != 3 || other.characters[0] != 'x' || given.characters[2] != 'c') reach_error();
  given.length = __VERIFIER_nondet_int();
  if (lengthOf(given) != given.length) reach_error();
  struct text *pointer = &other;
  *pointer = given;
  if (other.length != given.length || pointer->characters[1] != 'y') reach_error();
  return 0;
}
