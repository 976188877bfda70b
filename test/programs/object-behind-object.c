// verdict: UNKNOWN
// reason: a pointer one past an object may equal the start of another one (C11 6.5.9p6)
extern void reach_error(void);
int g[3], h;

int main(void) {
  if (g + 3 == &h) reach_error();
  return 0;
}
