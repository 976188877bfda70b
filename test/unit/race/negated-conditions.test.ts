import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import '../../random-seed.ts';
import { replay } from '../../../src/certify/replay/replay.ts';
import { SourceWords } from '../../../src/race/coordinator/source-words.ts';
import { compile } from '../system/encode/compile.ts';

/** The steps of the only run of a program, in the words of its text. */
function steps(text: string): readonly string[] {
  const { program, linked } = compile(text);
  const result = replay({ program, errorFunctions: linked.errorFunctions, inputs: [], approximations: [] });
  if (result.kind !== 'reproduced') throw new Error(`${result.kind}: ${text}`);
  return new SourceWords(() => text).steps(result.run.steps).map((step) => step.text);
}

const VALUES = { x: 2, y: 0, z: 1 };
const HEAD = `void reach_error(void); int n, ${Object.entries(VALUES)
  .map(([name, value]) => `${name} = ${value}`)
  .join(', ')}; int f(int a) { return a; }\n`;

/** Conditions over the variables, as C and JavaScript read them alike. */
const conditions = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('x', 'y', 'z'),
    tie('condition').map((c) => `!(${c})`),
    fc.constantFrom('x', 'y', 'z').map((name) => `!${name}`),
    fc.constantFrom('x', 'y', 'z').map((name) => `!!${name}`),
    fc.constantFrom('x', 'y', 'z').map((name) => `!f(${name})`),
    fc
      .tuple(
        tie('condition'),
        fc.constantFrom('==', '!=', '<', '>', '&&', '||', '+'),
        fc.constantFrom('x', '!y', '(z)', 'f(x)'),
      )
      .map(([left, operator, right]) => `(${left}) ${operator} ${right}`),
  ),
})).condition;

/** The value of a shown expression in JavaScript. */
function valueShown(expression: string): unknown {
  const names = Object.keys(VALUES);
  const evaluate = new Function(...names, 'f', `return (${expression});`);
  return evaluate(...Object.values(VALUES), (a: number) => a);
}

describe('conditions in the words of the source', () => {
  it('show a condition with the value that it has as it is written', () => {
    fc.assert(
      fc.property(conditions, (condition) => {
        const text = `${HEAD}int main(void) { if (${condition}) n++; reach_error(); return 0; }`;
        for (const step of steps(text)) {
          const [, shown, value] = /^(.*) -> (true|false)$/.exec(step) ?? [];
          if (shown !== undefined) expect(Boolean(valueShown(shown)), `${step} in ${text}`).toBe(value === 'true');
        }
      }),
      { numRuns: 150 },
    );
  });

  it('keep the negation of a condition, and show a call without it', () => {
    expect(steps(`${HEAD}int main(void) { if (!f(x)) n++; while (!z) n++; reach_error(); return 0; }`)).toEqual([
      'f(x)',
      'return a',
      '!f(x) -> false',
      '!z -> false',
      'reach_error()',
    ]);
  });
});
