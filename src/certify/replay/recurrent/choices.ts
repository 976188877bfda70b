import type { InputQueue } from '../../../program/cfa/inputs.ts';
import type { InputInstance } from '../../../system/transys/certificate.ts';
import type { InputOrigin, TransitionSystem } from '../../../system/transys/system.ts';
import { Refused } from '../../proof/conditions/prover.ts';

/** Inputs that the program takes again and again as one value. */
const SCALARS: ReadonlySet<InputOrigin['kind']> = new Set(['nondet', 'unknown-function', 'uninitialised']);

/**
 * Checks that each choice is a value of an input of its block. Each place of the program has one value,
 * also in several blocks. Throws `Refused`.
 */
export function checkChoices(system: TransitionSystem, choices: readonly InputInstance[]): void {
  const { blocks, inputs, terms } = system;
  const byPlace = new Map<string, bigint>();
  const seen = new Set<number>();
  for (const { block, values } of choices) {
    if (blocks[block] === undefined || seen.has(block)) throw new Refused('form', `choices for block ${block}`);
    seen.add(block);
    for (const [input, value] of values) {
      const wrong = new Refused('form', `no value ${value} of input ${input} in block ${block}`);
      if (!blocks[block].inputs.includes(input)) throw wrong;
      const { term, origin, phase } = inputs[input];
      const sort = terms.sort(term);
      if (phase !== 'step' || (sort.kind !== 'bool' && sort.kind !== 'bv')) throw wrong;
      if (value < 0n || value >= 1n << BigInt(sort.kind === 'bool' ? 1 : sort.width)) throw wrong;
      if (origin === null || !SCALARS.has(origin.kind)) throw wrong;
      const place = placeOf(origin);
      if ((byPlace.get(place) ?? value) !== value)
        throw new Refused('form', `${origin.name} has two values at one place`);
      byPlace.set(place, value);
    }
  }
}

/** The chosen inputs as the program takes them again and again. */
export function chosenInputs({ inputs }: TransitionSystem, choices: readonly InputInstance[]): readonly InputQueue[] {
  const queues = new Map<string, InputQueue>();
  for (const { values } of choices)
    for (const [input, value] of values) {
      const { origin } = inputs[input];
      if (origin === null || origin.kind === 'approximation') continue;
      const { kind, site, path } = origin;
      queues.set(placeOf(origin), { kind, site, path, values: [value] });
    }
  return [...queues.values()];
}

function placeOf({ kind, site, path }: InputOrigin): string {
  return `${kind} ${path.join('.')} ${site}`;
}
