// verdict: FALSE
// reason: the enumeration of one byte wraps to 0
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
  if (e == 0) reach_error();
  return 0;
}
