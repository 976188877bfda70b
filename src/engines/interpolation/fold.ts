import type { Term } from '../../logic/terms/builder.ts';
import { Op } from '../../logic/terms/ops.ts';
import { Substitution } from '../../logic/terms/substitute.ts';
import { freeVariables } from '../../logic/terms/traverse.ts';
import type { ChainPart, InterpolationProblem } from './problem.ts';

/** The same chain with entries that are distinct variables; equations stand for other terms. */
export function withVariableEntries(problem: InterpolationProblem): InterpolationProblem {
  return { ...problem, parts: problem.parts.map((part) => withVariableEntry(problem, part)) };
}

function withVariableEntry({ terms, state }: InterpolationProblem, part: ChainPart): ChainPart {
  const { entry } = part;
  if (entry === null) return part;
  const simple = entry.every((t) => terms.op(t) === Op.VARIABLE) && new Set(entry).size === entry.length;
  if (simple) return part;
  const variables = state.map((v) => terms.variable(`${terms.name(v)}#entry`, terms.sort(v)));
  const equations = variables.map((v, i) => terms.eq(v, entry[i]));
  return { formula: terms.andAll([...equations, part.formula]), entry: variables, exit: part.exit };
}

/**
 * The parts of a chain folded into each other: the entry of each part takes the values that the parts
 * before give to the state. So constants are folded as in a run. The other variables of each part are
 * renamed apart.
 */
export class FoldedChain {
  /** The formula of each part. */
  readonly formulas: readonly Term[];
  /** The state at the cut behind each part but the last, as a term for each state variable. */
  readonly states: readonly (readonly Term[])[];

  constructor(problem: InterpolationProblem) {
    const { terms, parts } = withVariableEntries(problem);
    const formulas: Term[] = [];
    const states: (readonly Term[])[] = [];
    parts.forEach(({ formula, entry, exit }, i) => {
      const before = i === 0 ? null : states[i - 1];
      const variables = freeVariables(terms, [formula, ...(exit ?? [])]);
      const own = variables.map((v) => [v, terms.variable(`${terms.name(v)}#${i}`, terms.sort(v))] as const);
      const known = before === null || entry === null ? [] : entry.map((v, k) => [v, before[k]] as const);
      const folding = new Substitution(terms, [...own, ...known]);
      formulas.push(folding.apply(formula));
      if (exit !== null) states.push(exit.map((t) => folding.apply(t)));
    });
    this.formulas = formulas;
    this.states = states;
  }
}
