import { parseProgram } from '../../../src/c/index.ts';
import { type InputSource, runProgram } from '../../../src/interpreter/index.ts';
import { INTERRUPT_CHOICE } from '../../../src/program/cfa/beyond.ts';
import { NO_SURROUNDINGS } from '../../../src/program/cfa/surroundings.ts';
import { linkChosen, prepareProgram } from '../../../src/program/passes.ts';
import { type InterruptProgram, Machine, MOST_TURNS, textOf } from './program.ts';

/** Most runs of one program. */
const MOST_RUNS = 5_000;

/** The ends of a program in all interleavings with its handler; null: there are too many. */
export function expectedOf({ main, handler }: InterruptProgram): ReadonlySet<string> | null {
  return endsOf((choose) => {
    let turns = 0;
    let isHandling = false;
    const machine = new Machine(() => {
      if (isHandling) return;
      isHandling = true;
      const { t } = machine.values;
      while (turns < MOST_TURNS && choose()) {
        turns++;
        machine.values.t = 0;
        for (const step of handler) step.run(machine);
      }
      machine.values.t = t;
      isHandling = false;
    });
    machine.pass('x');
    for (const step of main) step.run(machine);
    const { x, y, z, t } = machine.values;
    return [x, y, z, t].join(' ');
  });
}

/** The ends of the runs of the automaton; null: there are too many. */
export function foundOf(program: InterruptProgram): ReadonlySet<string> | null {
  const unit = parseProgram([{ text: textOf(program), file: 'interrupts.c' }], { model: 'LP64' });
  const prepared = prepareProgram(unit, { surroundings: { ...NO_SURROUNDINGS, interrupts: ['handler'] } });
  const { linked } = linkChosen(prepared, []);
  if ('unsupported' in linked) throw new Error(linked.unsupported);
  return endsOf((choose) => {
    let turns = 0;
    const inputs: InputSource = {
      scalar: ({ name }) => {
        if (name !== INTERRUPT_CHOICE || turns === MOST_TURNS || !choose()) return 0n;
        turns++;
        return 1n;
      },
      pointer: () => null,
      content: () => false,
    };
    let printed = '';
    const stdout = (bytes: Uint8Array): void => void (printed += Buffer.from(bytes).toString());
    const { outcome } = runProgram(linked.source, { inputs, errorFunctions: [], stdout });
    return outcome.kind === 'unsupported' ? outcome.construct : printed.trim();
  });
}

/** The ends of runs in all ways to choose. */
function endsOf(run: (choose: () => boolean) => string): ReadonlySet<string> | null {
  const ends = new Set<string>();
  const left: boolean[][] = [[]];
  for (let runs = 0; left.length > 0; runs++) {
    if (runs === MOST_RUNS) return null;
    const given = left.pop()!;
    const taken: boolean[] = [];
    const choose = (): boolean => {
      const next = given[taken.length] ?? false;
      if (taken.length >= given.length) left.push([...taken, true]);
      taken.push(next);
      return next;
    };
    ends.add(run(choose));
  }
  return ends;
}
