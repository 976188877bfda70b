// verdict: TRUE
// reason: no finite number looks like a pointer, so that a union of both keeps it exactly
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
  if (tag == 2) v.number = 1.7976931348623157e308;
  if (tag == 3) __builtin_memcpy(v.bytes, "a text.", 8);
  return v;
}
int main(void) {
  int tag = __VERIFIER_nondet_int() & 3;
  struct value v = make(tag), copy = v;
  if (tag == 0 && copy.number != -2.5) reach_error();
  if (tag == 1 && copy.text[1] != 'b') reach_error();
  if (tag == 2 && copy.number < 1e308) reach_error(); // wrong: if (tag == 2 && copy.number > 1e308) reach_error();
  if (tag == 3 && copy.bytes[6] != '.') reach_error();
  return 0;
}
