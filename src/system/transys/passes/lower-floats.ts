import { LemmataError } from '../../../base/errors.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { canonicalPattern, type FloatCircuits, withoutFloats } from '../../../logic/terms/float-circuits.ts';
import { FloatLowering, hasFloats } from '../../../logic/terms/lower-floats.ts';
import type { Sort } from '../../../logic/terms/sort.ts';
import { postorder } from '../../../logic/terms/traverse.ts';
import type { InputVar, StateVar, TransitionSystem } from '../system.ts';
import { type Pass, type PassResult, unchanged } from './pass.ts';
import { decidingTerms, mapBlocks } from './restrict.ts';

/**
 * Replaces floats by bit-vectors, for engines without floats. A state variable of float sort becomes
 * its bit pattern, in which all NaNs are equal; values in traces are patterns already. Systems with
 * arrays of floats stay as they are. No term expresses an array of patterns by an array of floats, so
 * that invariants would have no way back.
 */
export function lowerFloats(circuits: FloatCircuits): Pass {
  return (system) => lowered(system, circuits);
}

function lowered(system: TransitionSystem, circuits: FloatCircuits): PassResult {
  const { terms, stateVars, inputs } = system;
  const roots = [system.initConstraint, ...system.init, ...system.facts];
  for (const block of system.blocks) roots.push(...decidingTerms(system, block), ...block.next);
  for (const { condition } of system.doubts) roots.push(condition);
  for (const { origin } of inputs) if (origin !== null) roots.push(origin.guard);
  const variables = [...stateVars, ...inputs].map(({ term }) => term);
  const sorts = [
    ...postorder(
      terms,
      roots.filter((t) => t >= 0),
    ),
    ...variables,
  ].map((t) => terms.sort(t));
  if (sorts.some((sort) => sort.kind === 'array' && hasFloats(sort))) return unchanged(system);
  if (!sorts.some(hasFloats)) return unchanged(system);

  const patterns = new Map<Term, Term>();
  const renamed = (term: Term): Term => {
    const sort = terms.sort(term);
    if (sort.kind !== 'float') return term;
    let name = `${terms.name(term)}~bits`;
    while (terms.find(name) !== null) name += "'";
    const bits = terms.variable(name, withoutFloats(sort));
    patterns.set(term, bits);
    return bits;
  };
  const newState = stateVars.map((v): StateVar => {
    const term = renamed(v.term);
    return term === v.term ? v : { ...v, term, name: terms.name(term) };
  });
  const newInputs = inputs.map((v): InputVar => {
    const term = renamed(v.term);
    return term === v.term ? v : { ...v, term, name: terms.name(term) };
  });
  const lowering = new FloatLowering(terms, circuits, (v) => {
    const bits = patterns.get(v);
    if (bits === undefined) throw new LemmataError('E-INTERNAL', `${terms.name(v)} is not a variable of the system`);
    return canonicalPattern(terms, bits, terms.sort(v) as Sort & { kind: 'float' });
  });
  const lower = (t: Term): Term => (t < 0 ? t : lowering.lower(t));
  const renamedSystem: TransitionSystem = {
    ...system,
    stateVars: newState,
    inputs: newInputs,
    init: system.init.map(lower),
    initConstraint: lower(system.initConstraint),
    facts: system.facts.map(lower),
    doubts: system.doubts.map((doubt) => ({
      ...doubt,
      input: doubt.input === null ? null : (patterns.get(doubt.input) ?? doubt.input),
    })),
  };
  const back = new Map([...patterns].map(([float, bits]) => [bits, terms.fpToBits(float)]));
  return {
    system: mapBlocks(renamedSystem, () => lower),
    back: [
      {
        replaced: [...back],
        fact: terms.true,
        inputs: inputs.map((_, i) => i),
        stateVars: stateVars.map((_, i) => i),
        distinctToo: [],
      },
    ],
  };
}
