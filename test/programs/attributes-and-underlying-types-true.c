// verdict: TRUE
// reason: attributes in double brackets, fixed underlying types and scalar literals have their meaning of C23 and GNU C
extern void reach_error(void);
int y = (int){2}; static unsigned char z = (int){300}; struct p { int l; char *s; } q = { (int){}, (char *){"x"} };
[[nodiscard]] int f([[maybe_unused]] int a) { return 3; }
struct [[gnu::packed]] pk { char c; int i; };
enum E : unsigned char { A = 255, B = 1 };
enum F : long { L = 1 };
struct bf { enum E : 3; enum E e : 4; int x [[maybe_unused]]; };
[[deprecated("old"), gnu::noinline]] static int g(void) { return 1; }
int main(void) {
  [[maybe_unused]] int n = 2; int arr[2] [[gnu::aligned(16)]] = {1, 2};
  enum E e = A; e++;
  switch (n) { case 2: n++; [[fallthrough]]; case 5: n++; break; default: ; }
  if (e != 0 || sizeof(enum E) != 1 || sizeof(enum F) != 8 || sizeof(A) != 1 || n != 4 || y != 2 || z != 44 || q.l != 0 || q.s[0] != 'x' || f(1) != 3 || sizeof(struct pk) != 5 || g() != 1 || arr[1] != 2 || n[arr - 4 + 1] != 2) reach_error();
  return 0;
}
