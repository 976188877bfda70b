/**
 * Large programs of one shape each, of a given size. All of them are cheap to decide: what they
 * test is the way to the formulas.
 */

const HEAD = `extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
`;

function repeat(count: number, text: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => text(i)).join('');
}

/** One function of event-condition-action rules over fifty globals, in a loop; `count` rules. */
export function ruleProgram(count: number): string {
  const rule = (i: number): string => {
    const [a, b, c, d] = [i % 50, (i * 7 + 3) % 50, (i * 11 + 5) % 50, (i * 13 + 1) % 50];
    const condition = `(a${a} == ${i % 9}) && !(a${b} > ${i % 17}) && (input == ${(i % 6) + 1})`;
    return `  if (${condition}) { a${c} = (a${d} % 299) + ${(i % 90) + 1}; a${a} = ${(i + 1) % 9}; return ${20 + (i % 7)}; }\n`;
  };
  return `${HEAD}${repeat(50, (i) => `int a${i} = ${i % 10};\n`)}
int calculate_output(int input) {
${repeat(count, rule)}  if (a3 == 77 && a4 == 78) reach_error();
  return -2;
}
int main(void) {
  int output = -1;
  while (1) {
    int input = __VERIFIER_nondet_int();
    if (input < 1 || input > 6) return 0;
    output = calculate_output(input);
  }
}
`;
}

/** `count` statements one after the other, on `variables` locals. */
export function straightLine(count: number, variables = 20): string {
  const variable = (i: number): string => `x${i % variables}`;
  return `${HEAD}int main(void) {
${repeat(variables, (i) => `  unsigned x${i} = __VERIFIER_nondet_uint();\n`)}${repeat(
  count,
  (i) => `  ${variable(i)} = ${variable(i * 7 + 1)} ${'+^-|'[i % 4]} ${variable(i * 3 + 2)};\n`,
)}  if (x0 == 1 && x0 == 2) reach_error();
  return 0;
}
`;
}

/** `count` branches one after the other. */
export function branches(count: number): string {
  return `${HEAD}int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = 0, z = 0;
${repeat(count, (i) => `  if (x & ${1 << (i % 20)}) y += ${i % 7}; else z ^= y;\n`)}  if (y > 0 && y == 0) reach_error();
  return 0;
}
`;
}

/** `count` loops one after the other. */
export function loopSequence(count: number): string {
  return `${HEAD}int main(void) {
  unsigned x = 0, y = 0;
${repeat(count, (i) => `  while (__VERIFIER_nondet_int()) { x += ${i}; y = x; }\n`)}  if (y > x && y == x) reach_error();
  return 0;
}
`;
}

/** `count` functions with a loop, each called in the loop of the one before. */
export function loopsInCalls(count: number): string {
  return `${HEAD}unsigned x;
static void f0(void) { while (__VERIFIER_nondet_int()) x++; }
${repeat(count - 1, (i) => `static void f${i + 1}(void) { while (__VERIFIER_nondet_int()) { x += ${i}; f${i}(); } }\n`)}
int main(void) {
  f${count - 1}();
  if (x > 5 && x < 5) reach_error();
  return 0;
}
`;
}

/** A switch of `count` cases in a loop. */
export function switchProgram(count: number): string {
  return `${HEAD}int main(void) {
  unsigned state = 0;
  while (__VERIFIER_nondet_int()) {
    switch (state) {
${repeat(count, (i) => `    case ${i}: state = ${(i * 17 + 1) % count}; break;\n`)}    default: reach_error();
    }
  }
  return 0;
}
`;
}

/** A table of `count` numbers, read at one index. */
export function tableProgram(count: number): string {
  return `${HEAD}static const int table[] = { ${repeat(count, (i) => `${(i * 7919) % 1_000_003}, `)} };
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i < sizeof table / sizeof *table && table[3] != ${(3 * 7919) % 1_000_003}) reach_error();
  return 0;
}
`;
}

/** `count` globals, each changed in a loop. */
export function globalsProgram(count: number): string {
  return `${HEAD}${repeat(count, (i) => `static int g${i};\n`)}
int main(void) {
  while (__VERIFIER_nondet_int()) {
${repeat(count, (i) => `    g${i} = ${i === 0 ? '1' : `g${i - 1}`};\n`)}  }
  if (g0 > 1) reach_error();
  return 0;
}
`;
}

/** A struct of `count` members, copied and changed in a loop. */
export function membersProgram(count: number): string {
  return `${HEAD}struct wide { ${repeat(count, (i) => `int m${i}; `)}};
static struct wide a, b;
int main(void) {
  while (__VERIFIER_nondet_int()) {
    struct wide copy = a;
    copy.m${count >> 1}++;
    b = copy;
    a.m1 = b.m${count - 1};
  }
  if (a.m1 != 0) reach_error();
  return 0;
}
`;
}

/** Four dimensions of `side` elements each, filled by loops. */
export function matrixProgram(side: number): string {
  return `${HEAD}static int m[${side}][${side}][${side}][${side}];
int main(void) {
  for (int i = 0; i < ${side}; i++) for (int j = 0; j < ${side}; j++) for (int k = 0; k < ${side}; k++) for (int l = 0; l < ${side}; l++)
    m[i][j][k][l] = i + j + k + l;
  unsigned at = __VERIFIER_nondet_uint();
  if (at < ${side} && m[at][0][0][0] < 0) reach_error();
  return 0;
}
`;
}

/** Arrays of structs of arrays of structs of arrays: `count` outermost elements. */
export function nestedArrays(count: number): string {
  return `${HEAD}struct inner { int v[${count}]; char t; };
struct middle { struct inner in[${count}]; short s; };
static struct middle outer[${count}];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % ${count}, j = __VERIFIER_nondet_uint() % ${count}, k = __VERIFIER_nondet_uint() % ${count};
  while (__VERIFIER_nondet_int()) { outer[i].in[j].v[k] = 1; outer[j].in[k].t = 2; outer[k].s = 3; }
  if (outer[i].in[j].v[k] > 1) reach_error();
  return 0;
}
`;
}

/** `count` functions, each calling the one before. */
export function callChain(count: number): string {
  return `${HEAD}static int f0(int x) { if (x == 7) reach_error(); return x; }
${repeat(count - 1, (i) => `static int f${i + 1}(int x) { return f${i}(x) + 1; }\n`)}
int main(void) { return f${count - 1}(8); }
`;
}

/** `count` functions, all called by main. */
export function manyCalls(count: number): string {
  return `${HEAD}static int g;
${repeat(count, (i) => `static void f${i}(int x) { if (x == ${i}) g = x; if (g < 0) reach_error(); }\n`)}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0) x = 0;
${repeat(count, (i) => `  f${i}(x);\n`)}  return 0;
}
`;
}

/** `count` functions in a table of pointers, one of which is called. */
export function functionTable(count: number): string {
  return `${HEAD}static int g;
${repeat(count, (i) => `static void f${i}(void) { g = ${i}; }\n`)}
static void (*const table[])(void) = { ${repeat(count, (i) => `f${i}, `)} };
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i < ${count}) table[i]();
  if (g < 0) reach_error();
  return 0;
}
`;
}

/** A table of `count` names with functions, in which a loop looks up a word: a pointer with `count` targets. */
export function nameTable(count: number): string {
  return `${HEAD}typedef int (*operation)(int);
struct entry { const char *name; operation run; };
${repeat(count, (i) => `static int run${i}(int x) { return x ^ ${i}; }\n`)}static const struct entry table[] = {
${repeat(count, (i) => `  { "name${i}", run${i} },\n`)}};
static char word[16];
static int same(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}
int main(void) {
  for (int i = 0; i < 15; i++) word[i] = (char) __VERIFIER_nondet_int();
  for (unsigned i = 0; i < ${count}; i++)
    if (same(table[i].name, word)) {
      int x = table[i].run(i);
      if (x == -1) reach_error();
      return 0;
    }
  return 0;
}
`;
}

/** A tree on the heap with nodes of `count` kinds, built, evaluated and released by recursion. */
export function treeProgram(count: number): string {
  return `${HEAD}extern void *malloc(unsigned long);
extern void free(void *);
struct node { int kind, value; struct node *left, *right; };
static struct node *build(int depth) {
  struct node *n = malloc(sizeof *n);
  if (!n) return 0;
  n->kind = __VERIFIER_nondet_int();
  n->value = depth;
  n->left = n->right = 0;
  switch (n->kind) {
${repeat(count, (i) => `  case ${i}: if (depth > ${i % 3}) { n->left = build(depth - 1); n->value += ${i}; } break;\n`)}  }
  return n;
}
static int value(const struct node *n) {
  if (!n) return 0;
  switch (n->kind) {
${repeat(count, (i) => `  case ${i}: return n->value ^ value(n->${i % 2 === 0 ? 'left' : 'right'});\n`)}  }
  return n->value;
}
static void release(struct node *n) {
  if (!n) return;
  release(n->left);
  release(n->right);
  free(n);
}
int main(void) {
  struct node *root = build(4);
  int sum = value(root);
  release(root);
  if (sum == 1 && sum == 2) reach_error();
  return 0;
}
`;
}

/** A pointer that walks over a text, with `count` loops over what it points to at each place. */
export function pointerWalk(count: number): string {
  return `${HEAD}static unsigned char text[1024];
int main(void) {
  unsigned char sum = 0;
  for (unsigned char *p = text; p < text + 1024 && __VERIFIER_nondet_int(); p += 16) {
${repeat(count, (i) => `    for (int k = ${i % 7}; k < 16; k++) { p[k] ^= sum; sum += p[k - ${i % 7}]; }\n`)}  }
  if (sum > 255) reach_error();
  return 0;
}
`;
}
