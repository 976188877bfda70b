import { expect, test } from 'vitest';
import { build } from '../../../program-header.ts';

const PROGRAM = `void errx(int, const char *, ...) __attribute__((noreturn));
__attribute__((destructor)) static void last(void) {}
static void (*volatile end)(int, const char *, ...) = errx;
int main(int count, char **arguments) {
  if (count == 5)
    errx(1, "end");
  if (count == 6)
    end(1, "end");
  return 0;
}
`;

test('a function that may run destructors is unsupported at its call, and through a pointer in itself', () => {
  const { functions } = build(PROGRAM, 'LP64');
  const lines = (name: string): number[] => {
    const edges = functions.find((fn) => fn?.name === name)?.edges ?? [];
    return edges.flatMap(({ op, at }) => (op.kind === 'unsupported' ? [at.line] : []));
  };
  expect(lines('main')).toEqual([6]);
  expect(lines('errx')).toEqual([1]);
});
