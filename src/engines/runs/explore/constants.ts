import type { Term } from '../../../logic/terms/builder.ts';
import { Op } from '../../../logic/terms/ops.ts';
import { postorder } from '../../../logic/terms/traverse.ts';
import type { Block, TransitionSystem } from '../../../system/transys/system.ts';

/**
 * Constants that the system compares vectors with: for each input by its term, and for any vector by
 * its width in bits.
 */
export interface Constants {
  readonly ofInput: ReadonlyMap<Term, ReadonlySet<bigint>>;
  readonly ofWidth: ReadonlyMap<number, ReadonlySet<bigint>>;
}

/** Collects the constants of all comparisons. Linear in the system. */
export function comparedConstants(system: TransitionSystem): Constants {
  const { terms, blocks, inputs } = system;
  const known = new Set(inputs.map(({ term }) => term));
  const ofInput = new Map<Term, Set<bigint>>();
  const ofWidth = new Map<number, Set<bigint>>();
  const roots = blocks.flatMap((block: Block) => [block.bad, block.feasible, ...block.next]);
  for (const t of postorder(terms, [...roots, ...system.init, system.initConstraint])) {
    const op = terms.op(t);
    if (op !== Op.EQ && op !== Op.ULT && op !== Op.SLT) continue;
    for (const side of [0, 1]) {
      const constant = terms.arg(t, side);
      if (!terms.isBv(constant)) continue;
      const value = terms.constValue(constant);
      const other = terms.arg(t, 1 - side);
      add(ofWidth, terms.width(other), value);
      const [input, back] = underlying(system, other);
      if (known.has(input) && terms.sort(input).kind === 'bv')
        add(ofInput, input, BigInt.asUintN(terms.width(input), value - back));
    }
  }
  return { ofInput, ofWidth };
}

/** The term below extensions, extractions and additions of constants, and the sum of these constants. */
function underlying({ terms }: TransitionSystem, of: Term): readonly [Term, bigint] {
  let t = of;
  let sum = 0n;
  for (;;) {
    const op = terms.op(t);
    if (op === Op.ADD && terms.isBv(terms.arg(t, 1))) sum += terms.constValue(terms.arg(t, 1));
    else if (op !== Op.ZEXT && op !== Op.SEXT && op !== Op.EXTRACT) return [t, sum];
    t = terms.arg(t, 0);
  }
}

function add<K>(map: Map<K, Set<bigint>>, key: K, value: bigint): void {
  const set = map.get(key);
  if (set === undefined) map.set(key, new Set([value]));
  else set.add(value);
}
