import { formatLocation } from '../../../base/source.ts';
import type { Break, StateAt } from '../../../race/verdict.ts';

/** Why induction does not prove a check, in a line. `fails`: the clause about a state that is not excluded. */
export function breakText({ state, needs, from }: Break, fails: string): string {
  const loop = `the ${state.keyword} at ${formatLocation(state.at)}`;
  if (needs === null) return `at ${loop}, nothing known excludes ${valuesOf(state)}, ${fails}`;
  const wanted = `needs ${needs} at ${loop}`;
  return from === null ? `${wanted}, which excludes ${valuesOf(state)}` : `${wanted}: ${brokenBy(from, state)}`;
}

/** A state whose turn leads to one that is to be excluded. */
export function brokenBy(from: StateAt, { at }: StateAt): string {
  const isSame = formatLocation(from.at) === formatLocation(at);
  const where = isSame ? '' : ` of the ${from.keyword} at ${formatLocation(from.at)}`;
  return `a turn${where} from ${valuesOf(from)} breaks it`;
}

function valuesOf({ values }: StateAt): string {
  const texts = values.map(({ name, value }) => `${name} = ${value}`);
  return texts.length === 0 ? 'some state' : texts.join(', ');
}
