import type { SourceLocation } from '../../../base/source.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { Substitution } from '../../../logic/terms/substitute.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import type { Proof } from '../../../race/verdict.ts';
import { namesAt } from '../../../system/transys/c-text/at-block.ts';
import { Unprintable } from '../../../system/transys/c-text/c-values.ts';
import { formatCondition } from '../../../system/transys/c-text/format-c.ts';
import type { PlaceNames } from '../../../system/transys/c-text/state-text.ts';
import { atBlock, counterOf } from '../../../system/transys/control.ts';
import { thawSystem } from '../../../system/transys/share.ts';
import type { StateOrigin, TransitionSystem } from '../../../system/transys/system.ts';

/** A relation between each visit of the head of a loop and each later one. */
export interface LoopTransition {
  readonly at: SourceLocation;
  /** A C expression in which `\at(x, AnyPrev)` is the value at an earlier visit. */
  readonly expression: string;
}

/**
 * The descent of the measures of a proof that all runs end, loop by loop. The tuple is smaller at each
 * later visit, in lexicographic order. Each step makes the tuple smaller, and so does a way of several
 * steps. [] for other proofs. Left out are loops whose measures C cannot express over the names there,
 * and loops that stand for several calls of their function.
 */
export function loopTransitions({
  certificate,
  system: shared,
}: Omit<Proof, 'evidence' | 'target'>): readonly LoopTransition[] {
  if (certificate.kind !== 'ranking') return [];
  const system = thawSystem(shared);
  if (counterOf(system) === null) return [];
  // Block 0 is the entry.
  return system.blocks.slice(1).flatMap(({ id, at }) => {
    const twin = system.blocks.some((other) => other.id !== id && other.id !== 0 && isSame(other.at, at));
    if (at === null || twin) return [];
    const here = atBlock(system, id);
    const expression = descentText(
      system,
      id,
      certificate.measures[id].map((word) => here.apply(word)),
    );
    return expression === null ? [] : [{ at, expression }];
  });
}

function isSame(a: SourceLocation | null, b: SourceLocation | null): boolean {
  return a !== null && b !== null && a.file === b.file && a.line === b.line && a.column === b.column;
}

/** The descent of a tuple at a block; null if C cannot express it, or the tuple is constant there. */
function descentText(system: TransitionSystem, block: number, tuple: readonly Term[]): string | null {
  const { terms } = system;
  const names = namesAt(system, system.blocks[block], true);
  const earlier = earlierVariables(system, freeVariables(terms, tuple), names);
  const then = new Substitution(terms, earlier.terms);
  let falls = terms.false;
  for (const word of tuple.toReversed()) {
    const before = then.apply(word);
    falls = terms.or(terms.ult(word, before), terms.and(terms.eq(word, before), falls));
  }
  if (falls === terms.false) return null;
  try {
    return formatCondition(terms, falls, {
      origin: (variable) => earlier.origins.get(variable) ?? names.origin(variable),
      elements: false,
    });
  } catch (error) {
    if (error instanceof Unprintable) return null;
    throw error;
  }
}

/** A variable for the earlier value of each variable, with its words. */
function earlierVariables(
  { terms }: TransitionSystem,
  variables: readonly Term[],
  names: PlaceNames,
): { readonly terms: readonly (readonly [Term, Term])[]; readonly origins: ReadonlyMap<Term, StateOrigin> } {
  const origins = new Map<Term, StateOrigin>();
  const pairs = variables.map((variable): readonly [Term, Term] => {
    const earlier = terms.variable(`\\at(${terms.name(variable)}, AnyPrev)`, terms.sort(variable));
    const origin = names.origin(variable);
    if (origin !== null) origins.set(earlier, { ...origin, expression: `\\at(${origin.expression}, AnyPrev)` });
    return [variable, earlier];
  });
  return { terms: pairs, origins };
}
