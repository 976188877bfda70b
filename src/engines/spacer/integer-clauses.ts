import type { HornAtom, HornClause, HornProblem, HornTerm } from '../../smt/horn.ts';
import type { TransitionSystem } from '../../transys/system.ts';
import type { ClauseGroup, SystemClauses } from './clauses.ts';
import { IntegerReading, type Wrapping } from './reading.ts';
import type { Views } from './views.ts';

export interface IntegerClauses {
  readonly problem: HornProblem;
  /** How the terms of each group were read. */
  readonly readings: ReadonlyMap<ClauseGroup, IntegerReading>;
}

/** A system's Horn clauses over the integers. */
export function integerClauses(
  { terms, blocks }: TransitionSystem,
  views: Views,
  wrapping: Wrapping,
  { params, groups }: SystemClauses,
): IntegerClauses {
  const sorts = params.map((t) => (terms.sort(t).kind === 'bool' ? 'bool' : 'int'));
  const signed = params.map((t) => terms.sort(t).kind === 'bv' && views.signed(t));
  const variables = params.map((_, index): HornTerm => ({ kind: 'variable', index }));
  const clauses: HornClause[] = [];
  const readings = new Map<ClauseGroup, IntegerReading>();
  for (const group of groups) {
    const { from, always, heads } = group;
    const roots = [...always, ...heads.flatMap(({ condition, to }) => [condition, ...(to?.args ?? [])])];
    const reading = new IntegerReading(terms, views, wrapping, from === null ? [] : params, [...new Set(roots)]);
    readings.set(group, reading);
    const given = always.map((t) => reading.truth(t));
    for (const { condition, to } of heads) {
      const head: HornAtom<HornTerm> | null = to && {
        relation: to.relation,
        args: to.args.map((value, i) => reading.value(value, signed[i])),
      };
      clauses.push({
        variables: reading.variables,
        from: from === null ? null : { relation: from, args: variables },
        body: { kind: 'and', of: [...given, reading.truth(condition), ...reading.constraints] },
        to: head,
      });
    }
  }
  return { problem: { relations: blocks.map(() => sorts), clauses }, readings };
}
