import { LemmataError } from '../../../base/errors.ts';
import { formatLocation } from '../../../base/source.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { mergeBlocks } from '../merge.ts';
import type { TransitionSystem } from '../system.ts';
import { Btor2Writer } from './writer.ts';

/**
 * The system as a BTOR2 model. Booleans become one-bit vectors, and the program counter an ordinary
 * state. A run ends where no successor is feasible: a latch `ended` records that, and masks the bad
 * properties. The first property states that the error is reached; a hardware model keeps its named
 * properties instead. Each gap has one more property: a run meets a construct without a meaning.
 *
 * Init inputs are states that keep their value. Throws `E-INPUT` if the system has floating-point
 * terms or nested arrays, which BTOR2 lacks.
 */
export function printBtor2(system: TransitionSystem): string {
  const { terms, stateVars, inputs } = system;
  const merged = mergeBlocks(system);
  const writer = new Btor2Writer(terms);
  writer.comment(`${stateVars.length} state variables, ${inputs.length} inputs, ${system.blocks.length} blocks`);
  for (const input of inputs) if (input.phase === 'init') writer.state(input.term, input.name, null, true);
  for (const [i, v] of stateVars.entries()) writer.state(v.term, v.name, system.init[i], false);
  for (const input of inputs) if (input.phase === 'step') writer.input(input.term, input.name);

  let running: Term = terms.true;
  const ended = endedLatch(system);
  if (ended !== null) {
    writer.state(ended, terms.name(ended), terms.false, false);
    writer.next(ended, terms.or(ended, terms.not(merged.feasible)));
    running = terms.not(ended);
  }
  for (const [i, v] of stateVars.entries()) writer.next(v.term, merged.next[i]);
  if (system.initConstraint !== terms.true) {
    const first = terms.variable(unusedName(system, 'first'), { kind: 'bool' });
    writer.state(first, terms.name(first), terms.true, false);
    writer.next(first, terms.false);
    writer.constraint(terms.implies(first, system.initConstraint));
  }
  if (merged.bads.length > 0) for (const { name, term } of merged.bads) writer.bad(terms.and(running, term), name);
  else writer.bad(terms.and(running, merged.bad), 'error');
  system.gaps.forEach((gap) => {
    const condition = terms.and(merged.at(gap.block), terms.and(system.blocks[gap.block].gap, gap.condition));
    if (condition !== terms.false)
      writer.bad(
        terms.and(running, condition),
        `gap:${gap.construct}${gap.at === null ? '' : `:${formatLocation(gap.at)}`}`,
      );
  });
  return writer.text();
}

/** The latch of a model that is true where no run goes on; null: the model has none, as all its runs go on. */
export function endedLatch(system: TransitionSystem): Term | null {
  const { terms } = system;
  if (mergeBlocks(system).feasible === terms.true) return null;
  return terms.variable(unusedName(system, 'ended'), { kind: 'bool' });
}

/** A name that no variable of the system has. */
function unusedName(system: TransitionSystem, wish: string): string {
  const names = new Set([...system.stateVars, ...system.inputs].map((v) => v.name));
  let name = wish;
  while (names.has(name)) name += "'";
  const known = system.terms.find(name);
  if (known !== null && system.terms.sort(known).kind !== 'bool')
    throw new LemmataError('E-INTERNAL', `the name ${name} is taken`);
  return name;
}
