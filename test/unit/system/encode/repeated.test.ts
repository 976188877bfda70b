import { describe, expect, it } from 'vitest';
import { repeatedEdges } from '../../../../src/system/encode/plan/repeated.ts';
import { compile } from './compile.ts';

const P = 'void reach_error(void); int nd(void);\n';

/**
 * Lines on which something may be executed more than once, and lines on which nothing may; a line
 * that has both is in both.
 */
function lines(source: string): { readonly repeated: readonly number[]; readonly once: readonly number[] } {
  const { linked } = compile(P + source, 'LP64', { limits: { inlined: 0 } });
  const repeated = repeatedEdges(linked);
  const on = (flag: number): number[] => {
    const found = linked.edges
      .filter(({ id, op }) => repeated[id] === flag && op.kind !== 'skip')
      .map(({ edge }) => edge.at.line);
    return [...new Set(found)].sort((a, b) => a - b);
  };
  return { repeated: on(1), once: on(0) };
}

describe('what is executed more than once', () => {
  it('is what lies in loops, and what is called from there', () => {
    const { repeated, once } = lines(`int f(int x) {
      return x + 1;
    }
    int main(void) {
      int s = nd();
      while (nd())
        s = f(s);
      if (s) reach_error();
    }`);
    expect(repeated).toEqual([3, 7, 8]);
    expect(once).toEqual([6, 7, 9]);
  });

  it('is a function that is called twice, but not what lies between its calls', () => {
    const { repeated, once } = lines(`int f(int x) {
      return x + 1;
    }
    int main(void) {
      int s = f(1);
      s = s * 2;
      s += f(s);
      if (s) reach_error();
    }`);
    expect(repeated).toEqual([3]);
    expect(once).toEqual([6, 7, 8, 9]);
  });

  it('is a recursive function with what it calls', () => {
    const { repeated, once } = lines(`int g(int x) {
      return x + 1;
    }
    int f(int x) {
      return x ? f(g(x)) : 0;
    }
    int main(void) {
      if (f(nd())) reach_error();
    }`);
    expect(repeated).toEqual([3, 6]);
    expect(once).toEqual([9]);
  });
});
