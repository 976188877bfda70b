// Functions with contracts of ACSL; the name of each wrong one begins with `bad_`.

/*@ assigns \nothing;
    ensures \result >= a && \result >= b && (\result == a || \result == b); */
int max(int a, int b) { return a > b ? a : b; }

/*@ assigns \nothing;
    ensures \result >= a && \result >= b; */
int bad_max(int a, int b) { return a > b ? b : a; }

/*@ assigns \nothing;
    behavior negative: assumes x < 0; ensures \result == -x;
    behavior positive: assumes x >= 0; ensures \result == x;
    complete behaviors; disjoint behaviors; */
long absolute(int x) { return x < 0 ? -(long)x : x; }

/*@ assigns \nothing;
    behavior negative: assumes x < 0; ensures \result == -x;
    behavior positive: assumes x > 0; ensures \result == x;
    complete behaviors; */
long bad_absolute(int x) { return x < 0 ? -(long)x : x; }

// Numbers of clauses do not wrap, where those of C do.
/*@ assigns \nothing;
    ensures \result == a + b || a + b > 4294967295; */
unsigned add(unsigned a, unsigned b) { return a + b; }

/*@ assigns \nothing;
    ensures \result == a + b; */
unsigned bad_add(unsigned a, unsigned b) { return a + b; }

/*@ requires \valid(p) && \valid(q);
    assigns *p, *q;
    ensures *p == \old(*q) && *q == \old(*p); */
void swap(int *p, int *q) {
  int t = *p;
  *p = *q;
  *q = t;
}

// The pointers may lead to one object.
/*@ requires \valid(p) && \valid(q);
    assigns *p, *q;
    ensures *p == 1 && *q == 2; */
void bad_both(int *p, int *q) {
  *p = 1;
  *q = 2;
}

/*@ requires \valid(p) && \valid(q) && \separated(p, q);
    assigns *p, *q;
    ensures *p == 1 && *q == 2; */
void both(int *p, int *q) {
  *p = 1;
  *q = 2;
}

/*@ requires \valid(p);
    assigns \nothing;
    ensures *p == 1; */
void bad_frame(int *p) { *p = 1; }

/*@ requires p == \null || \valid_read(p);
    assigns \nothing;
    ensures p == \null ==> \result == 0; */
int maybe(const int *p) { return p ? *p : 0; }

/*@ requires p == \null || \valid_read(p);
    assigns \nothing; */
int bad_maybe(const int *p) { return *p; }

/*@ requires 0 <= x <= 1000 && 0 < y <= 1000;
    assigns \nothing;
    ensures x == y * (x / y) + \result && 0 <= \result < y; */
int remainder_of(int x, int y) {
  int r = x;
  while (r >= y) r -= y;
  return r;
}

/*@ requires 0 <= x <= 1000 && 0 < y <= 1000;
    assigns \nothing;
    ensures 0 <= \result < y; */
int bad_remainder(int x, int y) {
  int r = x;
  while (r > y) r -= y;
  return r;
}

/*@ requires a > 0 && b > 0;
    assigns \nothing;
    ensures 1 <= \result <= a && \result <= b; */
unsigned gcd(unsigned a, unsigned b) {
  unsigned x = a, y = b;
  while (x != y)
    if (x > y) x -= y;
    else y -= x;
  return x;
}

/*@ requires a > 0;
    assigns \nothing;
    ensures \result <= a && \result <= b; */
unsigned bad_gcd(unsigned a, unsigned b) {
  unsigned x = a, y = b;
  while (y != 0) {
    unsigned t = x % y;
    x = y;
    y = t;
  }
  return x;
}

/*@ requires 0 <= n <= 60000;
    assigns \nothing;
    ensures 2 * \result == n * (n + 1); */
unsigned sum(unsigned n) {
  unsigned s = 0;
  for (unsigned i = 1; i <= n; i++) s += i;
  return s;
}

/*@ requires 0 <= n <= 60000;
    assigns \nothing;
    ensures 2 * \result == n * (n - 1); */
unsigned bad_sum(unsigned n) {
  unsigned s = 0;
  for (unsigned i = 1; i <= n; i++) s += i;
  return s;
}

int total;

/*@ requires 0 <= total <= 1000 && 0 <= x <= 10;
    assigns total;
    ensures total == \old(total) + x; */
void count_up(int x) { total += x; }

/*@ requires 0 <= total <= 1000 && 0 <= x <= 10;
    assigns total;
    ensures total == \old(total) + 2 * x; */
void bad_count_up(int x) { count_up(x); }

/*@ requires 0 <= total <= 900 && 0 <= x <= 5;
    assigns total;
    ensures total == \old(total) + 2 * x; */
void count_twice(int x) {
  count_up(x);
  count_up(x);
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> a[i] == v; */
void fill(int *a, int n, int v) {
  for (int i = 0; i < n; i++) a[i] = v;
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> a[i] == \old(a[i]) || (a[i] == 0 && \old(a[i]) < 0); */
void clear_negative(int *a, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] < 0) a[i] = 0;
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> a[i] == \old(a[i]) || (a[i] == 0 && \old(a[i]) < 0); */
void bad_clear_negative(int *a, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] <= 1) a[i] = 0;
}

/*@ requires n > 0 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures 0 <= \result < n;
    ensures \forall integer i; 0 <= i < n ==> a[i] <= a[\result]; */
int max_index(const int *a, int n) {
  int m = 0;
  for (int i = 1; i < n; i++)
    if (a[i] > a[m]) m = i;
  return m;
}
