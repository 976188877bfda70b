// Functions with contracts of ACSL over arrays; the name of each wrong one begins with `bad_`.

/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures -1 <= \result < n;
    ensures \result >= 0 ==> a[\result] == x;
    ensures \result == -1 ==> (\forall integer i; 0 <= i < n ==> a[i] != x); */
int find(const int *a, int n, int x) {
  for (int i = 0; i < n; i++)
    if (a[i] == x) return i;
  return -1;
}

/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures -1 <= \result < n;
    ensures \result == -1 ==> (\forall integer i; 0 <= i < n ==> a[i] != x); */
int bad_find(const int *a, int n, int x) {
  for (int i = 1; i < n; i++)
    if (a[i] == x) return i;
  return -1;
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> a[i] == v; */
void fill(int *a, int n, int v) {
  for (int i = 0; i < n; i++) a[i] = v;
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> a[i] == v; */
void bad_fill(int *a, int n, int v) {
  for (int i = 0; i + 1 < n; i++) a[i] = v;
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> a[i] == 0 || a[i] == \old(a[i]); */
void clear_negative(int *a, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] < 0) a[i] = 0;
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> a[i] == \old(a[i]); */
void bad_keep(int *a, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] < 0) a[i] = 0;
}

/*@ requires n >= 0 && \valid(d + (0 .. n - 1)) && \valid_read(s + (0 .. n - 1));
    requires \separated(d + (0 .. n - 1), s + (0 .. n - 1));
    assigns d[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> d[i] == s[i]; */
void copy(int *d, const int *s, int n) {
  for (int i = 0; i < n; i++) d[i] = s[i];
}

/*@ requires n >= 0 && \valid(d + (0 .. n - 1)) && \valid_read(s + (0 .. n - 1));
    requires \separated(d + (0 .. n - 1), s + (0 .. n - 1));
    assigns d[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> d[i] == s[i]; */
void bad_copy(int *d, const int *s, int n) {
  for (int i = 0; i <= n; i++) d[i] = s[i];
}

/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures 0 <= \result <= n; */
int count(const int *a, int n, int x) {
  int c = 0;
  for (int i = 0; i < n; i++)
    if (a[i] == x) c++;
  return c;
}

/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures 0 <= \result < n; */
int bad_count(const int *a, int n, int x) {
  int c = 0;
  for (int i = 0; i < n; i++)
    if (a[i] == x) c++;
  return c;
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

/*@ requires n > 0 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures 0 <= \result < n;
    ensures \forall integer i; 0 <= i < n ==> a[i] <= a[\result]; */
int bad_max_index(const int *a, int n) {
  int m = 0;
  for (int i = 1; i < n; i++)
    if (a[i] < a[m]) m = i;
  return m;
}

/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1)) && \valid_read(b + (0 .. n - 1));
    requires \separated(a + (0 .. n - 1), b + (0 .. n - 1));
    assigns \nothing;
    ensures \result == 0 || \result == 1;
    ensures \result == 1 ==> (\forall integer i; 0 <= i < n ==> a[i] == b[i]); */
int equal(const int *a, const int *b, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] != b[i]) return 0;
  return 1;
}

/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1)) && \valid_read(b + (0 .. n - 1));
    requires \separated(a + (0 .. n - 1), b + (0 .. n - 1));
    assigns \nothing;
    ensures \result == 1 ==> (\forall integer i; 0 <= i < n ==> a[i] == b[i]); */
int bad_equal(const int *a, const int *b, int n) {
  for (int i = 0; i < n; i++)
    if (a[i] > b[i]) return 0;
  return 1;
}

/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1));
    requires \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j];
    assigns \nothing;
    ensures -1 <= \result < n;
    ensures \result >= 0 ==> a[\result] == x; */
int binary_search(const int *a, int n, int x) {
  int low = 0, high = n;
  while (low < high) {
    int m = low + (high - low) / 2;
    if (a[m] == x) return m;
    if (a[m] < x) low = m + 1;
    else high = m;
  }
  return -1;
}

/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures -1 <= \result < n; */
int bad_binary_search(const int *a, int n, int x) {
  int low = 0, high = n;
  while (low <= high) {
    int m = low + (high - low) / 2;
    if (a[m] == x) return m;
    if (a[m] < x) low = m + 1;
    else high = m - 1;
  }
  return -1;
}

/*@ requires n >= 2 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures a[n - 1] == \old(a[0]);
    ensures \forall integer i; 0 <= i < n - 1 ==> a[i] == \old(a[i + 1]); */
void rotate(int *a, int n) {
  int first = a[0];
  for (int i = 0; i < n - 1; i++) a[i] = a[i + 1];
  a[n - 1] = first;
}

/*@ requires n >= 2 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures a[n - 1] == \old(a[0]); */
void bad_rotate(int *a, int n) {
  for (int i = 0; i < n - 1; i++) a[i] = a[i + 1];
  a[n - 1] = a[0];
}

/*@ requires n >= 0 && \valid_read(s + (0 .. n));
    requires s[n] == 0;
    assigns \nothing;
    ensures 0 <= \result <= n && s[\result] == 0;
    ensures \forall integer i; 0 <= i < \result ==> s[i] != 0; */
int length(const char *s, int n) {
  int i = 0;
  while (s[i] != 0) i++;
  return i;
}

/*@ requires n >= 0 && \valid_read(s + (0 .. n));
    assigns \nothing;
    ensures 0 <= \result; */
int bad_length(const char *s, int n) {
  int i = 0;
  while (s[i] != 0) i++;
  return i;
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> a[i] == i; */
void iota(int *a, int n) {
  for (int i = 0; i < n; i++) a[i] = i;
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> a[i] == i; */
void bad_iota(int *a, int n) {
  for (int i = 0; i < n; i++) a[i] = i & 7;
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    requires 0 <= i < n && 0 <= j < n;
    assigns a[0 .. n - 1];
    ensures a[i] == \old(a[j]) && a[j] == \old(a[i]); */
void swap_elements(int *a, int n, int i, int j) {
  int t = a[i];
  a[i] = a[j];
  a[j] = t;
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    requires 0 <= i < n && 0 <= j <= n;
    assigns a[0 .. n - 1];
    ensures a[i] == \old(a[j]); */
void bad_swap_elements(int *a, int n, int i, int j) {
  int t = a[i];
  a[i] = a[j];
  a[j] = t;
}

/*@ requires n > 0 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> a[i] <= a[n - 1]; */
void bubble(int *a, int n) {
  for (int i = 0; i + 1 < n; i++)
    if (a[i] > a[i + 1]) {
      int t = a[i];
      a[i] = a[i + 1];
      a[i + 1] = t;
    }
}

/*@ requires n > 0 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> a[i] <= a[n - 1]; */
void bad_bubble(int *a, int n) {
  for (int i = 0; i + 1 < n; i++)
    if (a[i] < a[i + 1]) {
      int t = a[i];
      a[i] = a[i + 1];
      a[i + 1] = t;
    }
}

/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \result != 0 ==> (\forall integer i; 0 <= i < n - 1 ==> a[i] <= a[i + 1]); */
int is_sorted(const int *a, int n) {
  for (int i = 0; i + 1 < n; i++)
    if (a[i] > a[i + 1]) return 0;
  return 1;
}

/*@ requires n >= 0 && \valid_read(a + (0 .. n - 1));
    assigns \nothing;
    ensures \result != 0 ==> (\forall integer i; 0 <= i < n - 1 ==> a[i] < a[i + 1]); */
int bad_is_sorted(const int *a, int n) {
  for (int i = 0; i + 1 < n; i++)
    if (a[i] > a[i + 1]) return 0;
  return 1;
}

struct matrix {
  int e[4][4];
};

/*@ requires \valid(m);
    assigns *m;
    ensures \forall integer i, j; 0 <= i < 4 && 0 <= j < 4 ==> m->e[i][j] == (i == j ? 1 : 0); */
void identity(struct matrix *m) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) m->e[i][j] = i == j;
}

/*@ requires \valid(m);
    assigns *m;
    ensures \forall integer i, j; 0 <= i < 4 && 0 <= j < 4 ==> m->e[i][j] == (i == j ? 1 : 0); */
void bad_identity(struct matrix *m) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) m->e[i][j] = i + j == 3;
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    requires \forall integer i; 0 <= i < n ==> 0 <= a[i] <= 1000;
    assigns a[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> a[i] == \old(a[i]) + 1; */
void increment(int *a, int n) {
  for (int i = 0; i < n; i++) a[i]++;
}

/*@ requires n >= 0 && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer i; 0 <= i < n ==> a[i] == \old(a[i]) + 1; */
void bad_increment(int *a, int n) {
  for (int i = 0; i < n; i++) a[i]++;
}
