/** A program with an error that depends on its input `n`; `body` comes before, `top` before all. */
export function program(body: string, top = ''): string {
  return `${top}
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
${body}
  if (n == 7) reach_error();
  return 0;
}
`;
}
