import type { SourceLocation } from '../base/source.ts';
import { type StatedInvariant, statedInvariant } from '../certify/parts.ts';
import type { Proof } from '../portfolio/verdict.ts';
import type { Term } from '../terms/builder.ts';
import { conjuncts, freeVariables } from '../terms/traverse.ts';
import { conjunctionText, inScope } from '../transys/c-text/at-block.ts';
import { Unprintable } from '../transys/c-text/c-values.ts';
import { formatCondition } from '../transys/c-text/format-c.ts';
import { atBlock } from '../transys/control.ts';
import { thawSystem } from '../transys/share.ts';
import type { Block, StateOrigin, TransitionSystem } from '../transys/system.ts';

/** The part of a certificate about one loop head. */
export interface LoopInvariant {
  readonly at: SourceLocation | null;
  /** `while`, `for`, `do`, or `loop`. */
  readonly keyword: string;
  /** The part that C can express, over variables in scope; null if there is none. */
  readonly expression: string | null;
  /**
   * The parts about all elements of arrays, as formulas of ACSL for people: `\forall unsigned j; j >= i
   * || a[j] == 0`.
   */
  readonly universal: readonly string[];
  /** Number of its conjuncts, including those without an expression. */
  readonly conjuncts: number;
  /** The parts that could not be written, in words; null if there are none. */
  readonly unprintable: string | null;
}

/** The invariant of a proof, loop by loop; [] for proofs without an invariant. */
export function loopInvariants(proof: Omit<Proof, 'evidence'>): readonly LoopInvariant[] {
  const system = thawSystem(proof.system);
  const stated = statedInvariant(system, proof.certificate);
  if (stated === null) return [];
  // Block 0 is the entry; a system without program counter is a program without loops, or hardware.
  const heads = system.pc === null ? [] : system.blocks.filter((block) => block.id !== 0);
  const shared = new Map<string, number>();
  for (const { at } of heads) if (at !== null) shared.set(placeKey(at), (shared.get(placeKey(at)) ?? 0) + 1);
  return heads.map((block) => {
    const twin = block.at !== null && (shared.get(placeKey(block.at)) ?? 0) > 1;
    return invariantAt(system, stated, block, twin);
  });
}

function placeKey({ file, line, column }: SourceLocation): string {
  return `${file}:${line}:${column}`;
}

function invariantAt(
  system: TransitionSystem,
  { invariant, bound: variables }: StatedInvariant,
  block: Block,
  twin: boolean,
): LoopInvariant {
  const { terms, stateVars } = system;
  const parts = conjuncts(terms, atBlock(system, block.id).apply(invariant)).filter((part) => part !== terms.true);
  const origins = new Map<Term, StateOrigin | null>(
    stateVars.map(({ term, origin }) => [term, origin !== null && inScope(origin, block) ? origin : null]),
  );
  const bound = boundNames(system, variables);
  const texts: string[] = [];
  const universal: string[] = [];
  const problems: string[] = [];
  for (const part of parts) {
    const over = bound.size === 0 ? [] : freeVariables(terms, [part]).flatMap((t) => bound.get(t) ?? []);
    try {
      const origin = (variable: Term): StateOrigin | null => bound.get(variable) ?? origins.get(variable) ?? null;
      const text = formatCondition(terms, part, { origin, elements: over.length > 0 });
      if (over.length === 0) texts.push(text);
      else {
        universal.push(`${over.map(quantifier).join(' ')} ${text}`);
        problems.push('a statement about all elements');
      }
    } catch (error) {
      if (!(error instanceof Unprintable)) throw error;
      problems.push(error.message);
    }
  }
  const joined = parts.length === 0 ? '1' : conjunctionText(texts);
  return {
    at: block.at,
    keyword: /^[a-z]+/.exec(block.name)?.[0] ?? 'loop',
    expression: twin ? null : joined,
    universal: twin ? [] : universal,
    conjuncts: parts.length,
    unprintable: twin ? IN_SEVERAL_PLACES : problems.length === 0 ? null : unprintableParts(problems, parts.length),
  };
}

/** Names for bound variables, distinct from the program's variables, as objects of the program. */
function boundNames({ terms, stateVars }: TransitionSystem, bound: readonly Term[]): ReadonlyMap<Term, StateOrigin> {
  const taken = new Set(stateVars.map(({ origin }) => /^\w+/.exec(origin?.expression ?? '')?.[0] ?? ''));
  const at: SourceLocation = { file: '', line: 1, column: 1 };
  let count = 0;
  const name = (): string => {
    for (;;) {
      const candidate = `${'jklm'[count % 4]}${count < 4 ? '' : Math.floor(count / 4)}`;
      count += 1;
      if (!taken.has(candidate)) return candidate;
    }
  };
  return new Map(
    bound.map((t): [Term, StateOrigin] => {
      const width = terms.sort(t).kind === 'bv' && terms.width(t) > 32 ? 64 : 32;
      return [
        t,
        { expression: name(), function: null, at, signed: false, width, variable: -1, printable: true, extent: null },
      ];
    }),
  );
}

function quantifier({ expression, width }: StateOrigin): string {
  return `\\forall ${width === 64 ? 'unsigned long long' : 'unsigned'} ${expression};`;
}

const IN_SEVERAL_PLACES = 'cannot be written in C: the loop is in a function that is called from several places';

function unprintableParts(problems: readonly string[], parts: number): string {
  return `${problems.length} of ${parts} ${parts === 1 ? 'part' : 'parts'} cannot be written in C: ${[...new Set(problems)].join(', ')}`;
}
