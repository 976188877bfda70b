import type { SourceLocation } from '../../../base/source.ts';
import { type StatedInvariant, statedInvariant } from '../../../certify/proof/parts.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { conjuncts, freeVariables } from '../../../logic/terms/traverse.ts';
import type { Proof } from '../../../race/verdict.ts';
import { keywordOf, namesAt } from '../../../system/transys/c-text/at-block.ts';
import { Unprintable } from '../../../system/transys/c-text/c-values.ts';
import { formatCondition } from '../../../system/transys/c-text/format-c.ts';
import { pseudoC } from '../../../system/transys/c-text/pseudo-c.ts';
import { expressionOf, type PlaceNames, stateLines } from '../../../system/transys/c-text/state-text.ts';
import { atBlock } from '../../../system/transys/control.ts';
import { thawSystem } from '../../../system/transys/share.ts';
import type { Block, StateOrigin, TransitionSystem } from '../../../system/transys/system.ts';

/** The part of a certificate about one loop head. */
export interface LoopInvariant {
  readonly at: SourceLocation | null;
  /**
   * `while`, `for` or `do`; `label NAME` for a loop of jumps; `threads` for the choice of the next thread;
   * `loop` for others.
   */
  readonly keyword: string;
  /** The part that C can express, over variables in scope; null if there is none. */
  readonly expression: string | null;
  /**
   * The parts about all elements of arrays, as formulas of ACSL for people: `\\forall unsigned j; j >= i
   * || a[j] == 0`.
   */
  readonly universal: readonly string[];
  /** Number of conjuncts in the certificate, including those that others imply. */
  readonly conjuncts: number;
  /** The other parts that C cannot express, as text in the manner of C; null if there are none. */
  readonly unprintable: string | null;
  /** Everything for people: one conjunct a line, in C where C can express it. */
  readonly lines: readonly string[];
}

/**
 * The invariant of a proof, loop by loop; [] for proofs without an invariant. Each text follows from
 * the certified invariant, and all texts of a loop together mean the same there.
 */
export function loopInvariants(proof: Omit<Proof, 'evidence' | 'target'>): readonly LoopInvariant[] {
  const system = thawSystem(proof.system);
  const own = statedInvariant(system, proof.certificate);
  if (own === null && proof.beside === undefined) return [];
  const { true: nothing } = system.terms;
  const { bound, invariant } = own ?? { bound: [], invariant: nothing };
  const stated = { bound, invariant: system.terms.and(invariant, proof.beside ?? nothing) };
  const whole = proof.whole === undefined ? null : statedInvariant(system, proof.whole);
  // Block 0 is the entry; a system without program counter is a program without loops, or hardware.
  const heads = system.pc === null ? [] : system.blocks.filter((block) => block.id !== 0);
  const shared = new Map<string, number>();
  for (const { at } of heads) if (at !== null) shared.set(placeKey(at), (shared.get(placeKey(at)) ?? 0) + 1);
  return heads.map((block) => {
    const twin = block.at !== null && (shared.get(placeKey(block.at)) ?? 0) > 1;
    return invariantAt(system, stated, whole, block, twin);
  });
}

function placeKey({ file, line, column }: SourceLocation): string {
  return `${file}:${line}:${column}`;
}

function invariantAt(
  system: TransitionSystem,
  stated: StatedInvariant,
  whole: StatedInvariant | null,
  block: Block,
  twin: boolean,
): LoopInvariant {
  const { terms } = system;
  const here = atBlock(system, block.id);
  const parts = conjuncts(terms, here.apply(stated.invariant));
  const bound = boundNames(system, stated.bound);
  const isBound = (part: Term): boolean => bound.size > 0 && freeVariables(terms, [part]).some((t) => bound.has(t));
  const plain = parts.filter((part) => !isBound(part));
  const known = whole === null ? [] : conjuncts(terms, here.apply(whole.invariant)).filter((part) => !isBound(part));
  // Variables of a function that is called from several places have no single value.
  const names = namesAt(system, block, !twin);
  const lines = stateLines(terms, plain, names, known);
  const universal = parts.filter(isBound).map((part) => {
    const over = freeVariables(terms, [part]).flatMap((t) => bound.get(t) ?? []);
    return `${over.map(quantifier).join(' ')} ${elementsText(system, part, names, bound)}`;
  });
  const others = lines.filter(({ expression }) => expression === null).map(({ text }) => text);
  return {
    at: block.at,
    keyword: keywordOf(block),
    expression: twin ? null : parts.length === 0 ? '1' : expressionOf(lines),
    universal,
    conjuncts: parts.length,
    unprintable: others.length === 0 ? null : others.join(' && '),
    lines: [...lines.map(({ text }) => text), ...universal],
  };
}

function elementsText(
  { terms }: TransitionSystem,
  part: Term,
  names: PlaceNames,
  bound: ReadonlyMap<Term, StateOrigin>,
): string {
  const origin = (variable: Term): StateOrigin | null => bound.get(variable) ?? names.origin(variable);
  try {
    return formatCondition(terms, part, { origin, elements: true });
  } catch (error) {
    if (!(error instanceof Unprintable)) throw error;
    const name = (variable: Term): string => bound.get(variable)?.expression ?? names.name(variable);
    return pseudoC(terms, part, { name, isSigned: names.isSigned });
  }
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
