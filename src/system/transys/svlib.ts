import type { Term } from '../../logic/terms/builder.ts';
import { sortText } from '../../logic/terms/sorts.ts';
import type { StepModel } from './btor2/print.ts';
import { symbol, termText } from './smtlib.ts';

/** The tags of the procedure, of the loop over all steps, and of the place in it where no error may be. */
const WHOLE = 'model-steps';
const STEPS = 'steps';
const ERRORS = 'errors';

/**
 * The model as a verification task in SV-LIB (Beyer and others, arXiv 2511.21509). One procedure makes the steps in a
 * loop without end. Before each step, the task asks whether an error holds.
 */
export function printSvLib({ terms, states, inputs, constraint, bads }: StepModel): string {
  const name = (t: Term): string => symbol(terms.name(t));
  const text = (t: Term): string => termText(terms, t);
  const after = (t: Term): string => symbol(`${terms.name(t)}'`);
  const havoc = (list: readonly Term[]): readonly string[] =>
    list.length === 0 ? [] : [`(havoc ${list.map(name).join(' ')})`];
  const assign = (pairs: readonly (readonly [string, string])[]): readonly string[] =>
    pairs.length === 0 ? [] : [`(assign ${pairs.map(([to, value]) => `(${to} ${value})`).join('\n    ')})`];
  const moved = states.flatMap(({ term, next }) => (next === null || next === term ? [] : [[term, next] as const]));
  const variables = [...states, ...inputs].map(({ term }) => [name(term), term] as const);
  const locals = [...variables, ...moved.map(([term]) => [after(term), term] as const)];
  const begin = [
    ...havoc(states.flatMap(({ term, init }) => (init === null ? [term] : []))),
    ...states.flatMap(({ term, init }) => (init === null ? [] : assign([[name(term), text(init)]]))),
  ];
  // Each next value is computed before any state changes.
  const step = [
    ...havoc([...inputs.map(({ term }) => term), ...states.flatMap(({ term, next }) => (next === null ? [term] : []))]),
    ...(constraint === terms.true ? [] : [`(assume ${text(constraint)})`]),
    `(! (sequence) :tag ${ERRORS})`,
    ...moved.flatMap(([term, next]) => assign([[after(term), text(next)]])),
    ...assign(moved.map(([term]) => [name(term), after(term)])),
  ];
  const lines = [
    '(set-logic ALL)',
    '(set-info :format-version "1.0")',
    '(define-proc model () ()',
    `  (${locals.map(([local, term]) => `(${local} ${sortText(terms.sort(term))})`).join('\n   ')})`,
    '  (! (sequence',
    ...begin.map((line) => `  ${line}`),
    '  (! (while true (sequence',
    ...step.map((line) => `    ${line}`),
    `  )) :tag ${STEPS})) :tag ${WHOLE}))`,
    ...bads.map(({ name: what, term }) => `; ${what}\n(annotate-tag ${ERRORS} :check-true (not ${text(term)}))`),
    '(verify-call model ())',
    '(get-witness)',
  ];
  return `${lines.join('\n')}\n`;
}

/** An invariant of the model as a correctness witness of {@link printSvLib}, for all values of the bound variables. */
export function printSvLibWitness({ terms }: StepModel, invariant: Term, bound: readonly Term[]): string {
  const declared = bound.map((t) => `(${symbol(terms.name(t))} ${sortText(terms.sort(t))})`).join(' ');
  const body = termText(terms, invariant);
  const closed = bound.length === 0 ? body : `(forall (${declared}) ${body})`;
  return `((annotate-tag ${STEPS} :invariant ${closed}))\n`;
}
