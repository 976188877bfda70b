import { Random } from '../fuzz/random.ts';
import { SCENES } from './scenes.ts';

/**
 * Random programs without inputs about memory: lists, texts, records, scopes, vectors and more. About
 * half of them have a fault of the kinds `deref` and `free`.
 */
const HEAD = `typedef unsigned long size_t;
extern void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t);
extern void free(void *);
extern void *memset(void *, int, size_t), *memcpy(void *, const void *, size_t), *memmove(void *, const void *, size_t);
extern void *memchr(const void *, int, size_t);
extern int memcmp(const void *, const void *, size_t), strcmp(const char *, const char *), strncmp(const char *, const char *, size_t);
extern char *strcpy(char *, const char *), *strcat(char *, const char *), *strncat(char *, const char *, size_t);
extern char *strchr(const char *, int), *strrchr(const char *, int), *strdup(const char *), *strndup(const char *, size_t);
extern size_t strlen(const char *), strnlen(const char *, size_t), strspn(const char *, const char *);
extern void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
extern void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
struct node { int v; struct node *next; };
struct rec { short a; int b[3]; char *text; union { long l; int *p; } u; };
struct flex { int count; int items[]; };
static long sum;
static int *below(void) { int x = 5; int *p = &x; return p; }
static int *kept(void) { static int x = 5; return &x; }
static int deep(int n, int *p) { int x = n; return n == 0 ? (p ? *p : 0) : deep(n - 1, &x) + x; }
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
`;

/** Makes a program from a seed; equal seeds give equal programs. */
export function heapProgram(seed: number): string {
  const random = new Random(seed);
  const draw = { random, isFaulty: () => random.chance(8) };
  const scenes = Array.from({ length: random.between(2, 5) }, () => random.pick(SCENES)(draw));
  const functions = scenes.map((lines, k) => [
    `static void scene${k}(void) {`,
    ...lines.map((line) => `  ${line}`),
    '}',
  ]);
  const calls = scenes.map((_, k) => `  scene${k}();`);
  return `${HEAD}${[...functions.flat(), 'int main(void) {', ...calls, '  return 0;', '}', ''].join('\n')}`;
}
