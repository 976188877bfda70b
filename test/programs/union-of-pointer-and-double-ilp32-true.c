// verdict: TRUE
// reason: the upper half of a double lies where no pointer does, and the lower half of these is zero
// data-model: ILP32
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);
struct value {
  int tag;
  union {
    double number;
    const char *text;
    char bytes[8];
  };
};
static struct value make(int tag) {
  struct value v = {tag, {0}};
  if (tag == 0) v.number = -2.5;
  if (tag == 1) v.text = "abc";
  if (tag == 2) v.number = 0x1p300;
  return v;
}
int main(void) {
  int tag = __VERIFIER_nondet_int() & 3;
  struct value v = make(tag), copy = v;
  if (tag == 0 && copy.number != -2.5) reach_error();
  if (tag == 1 && copy.text[1] != 'b') reach_error();
  if (tag == 2 && copy.number < 0x1p299) reach_error();
  return 0;
}
