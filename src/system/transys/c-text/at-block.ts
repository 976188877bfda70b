import type { SourceLocation } from '../../../base/source.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { conjuncts } from '../../../logic/terms/traverse.ts';
import { atBlock } from '../control.ts';
import { type Block, isReadSigned, type StateOrigin, type StateVar, type TransitionSystem } from '../system.ts';
import { type StateDescription, stateDescription } from './description-text.ts';
import type { ValueNames } from './set-text.ts';
import { expressionOf, type PlaceNames, stateLines } from './state-text.ts';

/** A formula at one loop, for people. */
export interface LoopText {
  readonly at: SourceLocation | null;
  /** Its conjuncts, as C where C can express them, else in the manner of C. */
  readonly expression: string;
}

/** Longest expression; longer ones are cut. */
const MOST_TEXT = 300;

/** A formula over the state, for each loop at which it is not trivial; [] for systems without a program. */
export function textsAtLoops(system: TransitionSystem, formula: Term): readonly LoopText[] {
  const { terms, pc, blocks } = system;
  if (pc === null) return [];
  // Block 0 is the entry.
  return blocks.slice(1).flatMap((block) => {
    const parts = conjuncts(terms, atBlock(system, block.id).apply(formula));
    if (parts.length === 0) return [];
    const texts = stateLines(terms, parts, namesAt(system, block, true)).map(({ text }) => text);
    const joined = texts.map((text) => (texts.length > 1 ? group(text) : text)).join(' && ');
    return [{ at: block.at, expression: shortened(joined) }];
  });
}

/** The parts of a formula that C can express at a block; null if there are none. */
export function expressionAt(system: TransitionSystem, formula: Term, id: number): string | null {
  const parts = conjuncts(system.terms, atBlock(system, id).apply(formula));
  return expressionOf(stateLines(system.terms, parts, namesAt(system, system.blocks[id], true)));
}

/** The keyword of a loop, `label NAME` for one of jumps, `threads` for the choice of the next thread; else `loop`. */
export function keywordOf({ name }: Block): string {
  return /^(?:label \S+|while|for|do|threads)\b/.exec(name)?.[0] ?? 'loop';
}

/** The text in parentheses if it is a disjunction. */
function group(text: string): string {
  return /[|?]/.test(text) ? `(${text})` : text;
}

function shortened(text: string): string {
  return text.length <= MOST_TEXT ? text : `${text.slice(0, MOST_TEXT)} …`;
}

/**
 * The names of the state variables at a block. `isOnly`: no other block has the same place, so that
 * names denote its variables there.
 */
export function namesAt(system: TransitionSystem, block: Block, isOnly: boolean): PlaceNames {
  const variables = new Map<Term, StateVar>(system.stateVars.map((variable) => [variable.term, variable]));
  const origin = (variable: Term): StateOrigin | null => {
    const found = variables.get(variable)?.origin ?? null;
    return isOnly && found !== null && inScope(found, block) ? found : null;
  };
  return {
    origin,
    name: (variable) => {
      const found = variables.get(variable);
      const inC = origin(variable)?.expression;
      return inC ?? found?.origin?.description?.name ?? found?.name ?? system.terms.name(variable);
    },
    description: (variable): StateDescription | null => {
      const found = variables.get(variable);
      const description = origin(variable) === null ? found?.origin?.description : undefined;
      if (found === undefined || description === undefined || system.terms.sort(variable).kind !== 'bv') return null;
      return stateDescription(description, system.terms.width(variable), isReadSigned(found) ? 'sign' : 'zero');
    },
    isSigned: (variable) => {
      const found = variables.get(variable);
      return found !== undefined && isReadSigned(found);
    },
    valueNames: (variable) => valueNames(variables.get(variable)?.origin?.enumerators),
  };
}

function valueNames(enumerators: StateOrigin['enumerators']): ValueNames | undefined {
  if (enumerators === undefined) return undefined;
  return new Map(enumerators.map(({ name, value }) => [BigInt(value), name]));
}

/** True if the name of a state variable can be used at a loop, and denotes that variable there. */
function inScope({ printable, function: owner, at, extent }: StateOrigin, { at: head, scope }: Block): boolean {
  if (!printable || head === null || scope === undefined) return false;
  if (owner === null)
    return at.file === head.file && (at.line < head.line || (at.line === head.line && at.column < head.column));
  return owner === scope.function && extent !== null && extent.from <= scope.moment && scope.moment < extent.to;
}
