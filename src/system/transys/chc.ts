import type { Term } from '../../logic/terms/builder.ts';
import { sortText } from '../../logic/terms/sorts.ts';
import { freeVariables } from '../../logic/terms/traverse.ts';
import { mergeBlocks } from './merge.ts';
import { symbol, termText } from './smtlib.ts';
import type { TransitionSystem } from './system.ts';

/**
 * The system as constrained Horn clauses in SMT-LIB (logic HORN, as CHC-COMP and Spacer read it).
 * There is one relation `Inv` over the state variables. One clause is for the initial states, and one
 * per block for its steps. One more per block states that no reachable step ends in bad or in a gap.
 * The clauses are satisfiable if and only if the system is safe; a solution for `Inv` is an inductive
 * invariant.
 */
export function printChc(system: TransitionSystem): string {
  const { terms, stateVars, inputs, blocks, init, initConstraint } = system;
  const { at } = mergeBlocks(system);
  const lines: string[] = ['(set-logic HORN)'];
  for (const v of stateVars) lines.push(`; ${v.name}${v.origin === null ? '' : `: ${v.origin.expression}`}`);
  lines.push(`(declare-fun Inv (${stateVars.map((v) => sortText(terms.sort(v.term))).join(' ')}) Bool)`);
  const inv = (values: readonly string[]): string => (values.length === 0 ? 'Inv' : `(Inv ${values.join(' ')})`);
  const clause = (title: string, bound: readonly Term[], body: readonly string[], head: string): void => {
    const variables = bound.map((t) => `(${symbol(terms.name(t))} ${sortText(terms.sort(t))})`).join(' ');
    const implication = `(=> (and ${body.join(' ')}) ${head})`;
    lines.push(
      `; ${title}`,
      `(assert ${bound.length === 0 ? implication : `(forall (${variables})\n  ${implication})`})`,
    );
  };
  const state = stateVars.map((v) => v.term);
  const here = inv(state.map((t) => symbol(terms.name(t))));

  const initial = freeVariables(terms, [...init, initConstraint]);
  clause(
    'initial states',
    initial,
    [termText(terms, initConstraint), 'true'],
    inv(init.map((t) => termText(terms, t))),
  );
  for (const block of blocks) {
    const bound = [...state, ...block.inputs.map((i) => inputs[i].term)];
    if (block.feasible !== terms.false) {
      const body = [here, termText(terms, terms.and(at(block.id), block.feasible))];
      clause(`step of ${block.name}`, bound, body, inv(block.next.map((t) => termText(terms, t))));
    }
    const bad = terms.and(at(block.id), terms.or(block.bad, block.gap));
    if (bad !== terms.false) clause(`error in ${block.name}`, bound, [here, termText(terms, bad)], 'false');
  }
  lines.push('(check-sat)', '(get-model)');
  return `${lines.join('\n')}\n`;
}

/**
 * A solution for `Inv` of {@link printChc} as a definition in SMT-LIB: the invariant, for all values of the bound
 * variables.
 */
export function printChcModel(
  { terms, stateVars }: TransitionSystem,
  invariant: Term,
  bound: readonly Term[] = [],
): string {
  const declared = (list: readonly Term[]): string =>
    list.map((t) => `(${symbol(terms.name(t))} ${sortText(terms.sort(t))})`).join(' ');
  const body = termText(terms, invariant);
  const closed = bound.length === 0 ? body : `(forall (${declared(bound)}) ${body})`;
  return `(define-fun Inv (${declared(stateVars.map((v) => v.term))}) Bool ${closed})\n`;
}
