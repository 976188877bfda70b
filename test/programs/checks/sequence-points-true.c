// verdict: TRUE
// reason: calls, commas, conditions and whole expressions separate changes
// checks: sequence
static int same(int x) { return x; }
int main(void) {
  int i = 0, a[4] = {0, 0, 0, 0}, *p = a;
  i = same(i++);
  i = (i++, i + 1);
  i = i++ ? i : i + 1;
  if (i && i++) *p++ = i;
  i += i * i;
  int b = i++, c = i++;
  return a[0] + b + c;
}
