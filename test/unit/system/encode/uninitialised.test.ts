import { expect, test } from 'vitest';
import { compile } from './compile.ts';

test('an uninitialised variable is an input of its declaration, before the inputs that follow', () => {
  const { system } = compile(`extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int late;
  int early = __VERIFIER_nondet_int();
  if (late == early) reach_error();
  return 0;
}
`);
  const origins = system.inputs.flatMap(({ origin }) => (origin === null ? [] : [origin]));
  const late = origins.filter(({ kind }) => kind === 'uninitialised');
  const early = origins.filter(({ kind }) => kind !== 'uninitialised');
  expect(late.map(({ name, at }) => [name, at.line])).toEqual([['late', 4]]);
  expect(early.map(({ at }) => at.line)).toEqual([5]);
  expect(late[0].order).toBeLessThan(early[0].order);
});
