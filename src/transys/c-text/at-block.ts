import type { SourceLocation } from '../../base/source.ts';
import type { Term } from '../../terms/builder.ts';
import { conjuncts } from '../../terms/traverse.ts';
import { atBlock } from '../control.ts';
import type { Block, StateOrigin, TransitionSystem } from '../system.ts';
import { Unprintable } from './c-values.ts';
import { formatCondition } from './format-c.ts';

/** A formula over the state at one block, as C. */
export interface BlockText {
  /** Number of its conjuncts there. */
  readonly parts: number;
  /** The conjuncts with a C expression over variables that are in scope. */
  readonly texts: readonly string[];
  /** Why the other conjuncts have no C expression. */
  readonly problems: readonly string[];
}

function textAtBlock(system: TransitionSystem, formula: Term, block: Block): BlockText {
  const { terms, stateVars } = system;
  const parts = conjuncts(terms, atBlock(system, block.id).apply(formula)).filter((part) => part !== terms.true);
  const origins = new Map<Term, StateOrigin | null>(
    stateVars.map(({ term, origin }) => [term, origin !== null && inScope(origin, block) ? origin : null]),
  );
  const texts: string[] = [];
  const problems: string[] = [];
  for (const part of parts) {
    try {
      texts.push(
        formatCondition(terms, part, { origin: (variable) => origins.get(variable) ?? null, elements: false }),
      );
    } catch (error) {
      if (!(error instanceof Unprintable)) throw error;
      problems.push(error.message);
    }
  }
  return { parts: parts.length, texts, problems };
}

/** Conditions joined by `&&`; null if there are none. */
export function conjunctionText(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : texts.map((text) => (texts.length > 1 ? group(text) : text)).join(' && ');
}

/** A formula at one loop, as C. */
export interface LoopText {
  readonly at: SourceLocation | null;
  /** The conjuncts with a C expression; null if there are none. */
  readonly expression: string | null;
}

/** Longest expression; longer ones are cut. */
const MOST_TEXT = 300;

/**
 * A formula over the state as C, for each loop at which it is not trivial; [] for systems without a
 * program.
 */
export function textsAtLoops(system: TransitionSystem, formula: Term): readonly LoopText[] {
  if (system.pc === null) return [];
  // Block 0 is the entry.
  return system.blocks.slice(1).flatMap((block) => {
    const { parts, texts } = textAtBlock(system, formula, block);
    if (parts === 0) return [];
    const expression = conjunctionText(texts);
    return [{ at: block.at, expression: expression === null ? null : shortened(expression) }];
  });
}

function shortened(text: string): string {
  return text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT)} …`;
}

/** True if the name of a state variable can be used at a loop, and denotes that variable there. */
export function inScope({ printable, function: owner, at, extent }: StateOrigin, { at: head, scope }: Block): boolean {
  if (!printable || head === null || scope === undefined) return false;
  if (owner === null)
    return at.file === head.file && (at.line < head.line || (at.line === head.line && at.column < head.column));
  return owner === scope.function && extent !== null && extent.from <= scope.moment && scope.moment < extent.to;
}

/** The text in parentheses, unless it is a single comparison or a name. */
function group(text: string): string {
  return /[|?]|&&/.test(text) ? `(${text})` : text;
}
