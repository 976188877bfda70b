import type { Term } from '../../../logic/terms/builder.ts';
import type { BitSystem } from '../../methods/frames/bit-system.ts';
import type { BitCube } from './cube.ts';

/**
 * The formula "the state is not in the cube", over the state variables. Adjacent bits of a variable
 * are compared at once.
 */
export function clauseTerm({ system, bits, predicates }: BitSystem, cube: BitCube): Term {
  const { terms, stateVars } = system;
  const parts: Term[] = [];
  for (let i = 0; i < cube.length; ) {
    if (cube[i] >> 1 >= bits.length) {
      const predicate = predicates[(cube[i] >> 1) - bits.length];
      parts.push((cube[i] & 1) === 0 ? predicate : terms.not(predicate));
      i += 1;
      continue;
    }
    const { variable, position } = bits[cube[i] >> 1];
    const { term } = stateVars[variable];
    let end = i + 1;
    while (
      end < cube.length &&
      bits.at(cube[end] >> 1)?.variable === variable &&
      bits[cube[end] >> 1].position === position + end - i
    )
      end += 1;
    if (terms.sort(term).kind === 'bool') parts.push((cube[i] & 1) === 0 ? term : terms.not(term));
    else {
      let value = 0n;
      for (let j = end - 1; j >= i; j--) value = 2n * value + BigInt((cube[j] & 1) ^ 1);
      parts.push(terms.eq(terms.extract(term, position + end - i - 1, position), terms.bv(end - i, value)));
    }
    i = end;
  }
  return terms.not(terms.andAll(parts));
}
