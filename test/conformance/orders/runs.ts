import { parseProgram } from '../../../src/c/index.ts';
import { type InputSource, runProgram } from '../../../src/interpreter/index.ts';
import { openOrderIn, orderChosenBy } from '../../../src/program/cfa/beyond.ts';
import { buildProgram } from '../../../src/program/passes.ts';
import { UNDEFINED } from './oracle.ts';
import { HEAD, type OrderProgram } from './program.ts';

/** Most runs of one program. */
const MOST_RUNS = 1_500;

/** The ends of a program's runs. */
export interface Runs {
  readonly outcomes: ReadonlySet<string>;
  /** The end in GCC's orders. */
  readonly usual: string;
  /** Whether the automaton leaves an order open, so that proofs end there. */
  readonly isOpen: boolean;
}

/** Runs a program in the interpreter in all orders that its automaton chooses from. */
export function runsOf({ body }: Pick<OrderProgram, 'body'>): Runs {
  const text = `${HEAD}int main(void) { ${body} return 0; }\n`;
  const program = buildProgram(parseProgram([{ text, file: 'order.c' }], { model: 'LP64' }), { openOrder: true });
  const isOpen = program.functions.some((fn) =>
    fn?.edges.some(({ op }) => op.kind === 'unsupported' && openOrderIn(op.construct) !== null),
  );
  const outcomes = new Set<string>();
  let usual: string | null = null;
  const left: number[][] = [[]];
  for (let runs = 0; left.length > 0; runs++) {
    if (runs === MOST_RUNS) throw new Error(`too many orders of ${body}`);
    const given = left.pop()!;
    let asked = 0;
    const inputs: InputSource = {
      scalar: ({ name }) => {
        if (orderChosenBy(name) === null) return 0n;
        if (asked >= given.length) left.push([...given, ...new Array(asked - given.length).fill(0), 1]);
        return BigInt(given[asked++] ?? 0);
      },
      pointer: () => null,
      content: () => false,
    };
    let printed = '';
    const stdout = (bytes: Uint8Array): void => void (printed += Buffer.from(bytes).toString());
    const { outcome } = runProgram(program, { inputs, errorFunctions: [], stdout });
    // What has no order is a gap without the check.
    const end = outcome.kind === 'unsupported' ? UNDEFINED : printed.trim();
    usual ??= end;
    outcomes.add(end);
  }
  return { outcomes, usual: usual!, isOpen };
}
