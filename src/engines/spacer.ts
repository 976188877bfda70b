import { analyseRound, PRECISIONS } from '../analysis/rounds.ts';
import type { Term } from '../smt/builder.ts';
import type { HornTerm } from '../smt/horn.ts';
import { conjuncts, dagSize } from '../smt/traverse.ts';
import type { TransitionSystem } from '../transys/system.ts';
import type { Claim, EngineContext, EngineUnknown } from './engine.ts';
import { InductiveFacts } from './inductive-facts.ts';
import { BitTranslation } from './spacer/back.ts';
import { systemClauses } from './spacer/clauses.ts';
import type { Arithmetic } from './spacer/reading.ts';
import { Views } from './spacer/views.ts';

/** Terms of a system beyond which its clauses are too much for Spacer. */
const MOST_TERMS = 20_000;
/** Conjuncts of a solution at a block that are taken back. */
const MOST_CONJUNCTS = 64;

/**
 * Guess and check: the system is read over the integers, first as if nothing wrapped around and then with wrap-around by cases; Spacer (Komuravelli,
 * Gurfinkel, Chaki, CAV 2014) solves its Horn clauses; what the solution says at each block is translated back into bit-vectors, and kept as far as
 * it is inductive there together with the ranges of the variables (Houdini). A proof is claimed where that excludes bad; a refutation over the
 * integers proves nothing. Lemmas that come in are assumed by the next guess.
 *
 * Options: `milliseconds` (limit of the first guess, doubled whenever it is met), `queryMilliseconds` (limit of a query in bit-vectors; 0: none).
 */
export function spacer(context: EngineContext): Claim {
  const { system, horn } = context;
  const { terms } = system;
  const unknown = (reason: EngineUnknown): Claim => ({ kind: 'unknown', reason, bound: null });
  const incomplete = (why: string): Claim => unknown({ kind: 'incomplete', why });
  if (horn === undefined) return incomplete('there is no solver of Horn clauses');
  const size = dagSize(terms, [...system.blocks.flatMap((b) => [b.feasible, b.bad, b.gap, ...b.next]), ...system.init]);
  if (size > MOST_TERMS) return incomplete(`the system is too large for Horn clauses (${size} terms)`);

  const views = new Views(system);
  const inductive = new InductiveFacts(context, Number(context.options.queryMilliseconds ?? 2_000));
  const ranges = analyseRound(
    system,
    PRECISIONS[0],
    null,
    system.blocks.map(() => []),
    () => context.stopped(),
  );
  const publish = (learnt: readonly Term[]): void =>
    context.lemmas.publish(...learnt.map((formula) => ({ kind: 'invariant', bound: null, formula }) as const));
  // What is found later rests on these.
  for (const facts of ranges.facts) publish(inductive.learn(facts.map((fact) => fact.formula)));

  let open: readonly Arithmetic[] = ['unbounded', 'wrapping'];
  let milliseconds = Number(context.options.milliseconds ?? 2_000);
  while (open.length > 0) {
    const again: Arithmetic[] = [];
    for (const arithmetic of open) {
      inductive.learn(context.lemmas.receive().flatMap((lemma) => (lemma.bound === null ? [lemma.formula] : [])));
      if (inductive.excludesBad()) return proof(inductive);
      if (context.stopped()) return unknown({ kind: 'stopped' });
      const { problem, args } = systemClauses(system, views, arithmetic, conjuncts(terms, inductive.invariant));
      const answer = horn.solve(problem, milliseconds);
      if (context.stopped()) return unknown({ kind: 'stopped' });
      switch (answer.kind) {
        case 'refuted':
          context.note(`${arithmetic}: refuted over the integers`);
          break;
        case 'unknown':
          context.note(`${arithmetic}: ${answer.why} after ${milliseconds} ms`);
          again.push(arithmetic);
          break;
        case 'solved': {
          // Equalities first: they are cheap to check, and most inequalities rest on them.
          const learnt: Term[] = [];
          let tried = 0;
          for (const form of ['equal', 'exact'] as const) {
            const back = new BitTranslation(terms, views, args, form);
            const candidates = answer.formulas.flatMap((formula, block) => atBlock(system, back, formula, block));
            learnt.push(...inductive.learn([...new Set(candidates)]));
            tried += candidates.length;
          }
          publish(learnt);
          context.note(`${arithmetic}: ${learnt.length} of ${tried} candidates are inductive`);
          if (inductive.excludesBad()) return proof(inductive);
          if (learnt.length > 0) again.push(arithmetic);
        }
      }
    }
    open = again;
    milliseconds *= 2;
  }
  return incomplete('no solution over the integers is one in bit-vectors');
}

function proof({ invariant }: InductiveFacts): Claim {
  return { kind: 'safe', certificate: { kind: 'k-inductive', invariant, k: 0, instances: [], distinct: null } };
}

/** What a solution says at a block, conjunct by conjunct, in bit-vectors. */
function atBlock(system: TransitionSystem, back: BitTranslation, formula: HornTerm, block: number): readonly Term[] {
  const { terms, stateVars, pc } = system;
  const counter = pc === null ? null : stateVars[pc].term;
  const here = counter === null ? terms.true : terms.eq(counter, terms.bv(terms.width(counter), block));
  return hornConjuncts(formula)
    .slice(0, MOST_CONJUNCTS)
    .flatMap((part) => back.formula(part) ?? [])
    .map((t) => terms.implies(here, t))
    .filter((t) => t !== terms.true);
}

function hornConjuncts(formula: HornTerm): readonly HornTerm[] {
  const result: HornTerm[] = [];
  const stack: HornTerm[] = [formula];
  for (let t = stack.pop(); t !== undefined; t = stack.pop()) {
    if (t.kind === 'and') stack.push(...t.of);
    else if (t.kind === 'not' && t.of.kind === 'or') stack.push(...t.of.of.map((of): HornTerm => ({ kind: 'not', of })));
    else result.push(t);
  }
  return result;
}
