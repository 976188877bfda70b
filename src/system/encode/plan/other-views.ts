import type { Layout } from '../../../c/types/layout.ts';
import type { CType, RecordDefinition } from '../../../c/types/types.ts';
import type { Expr } from '../../../program/cfa/automaton.ts';
import type { LinkedProgram } from '../../../program/cfa/linked.ts';
import { walkLinked } from '../../../program/cfa/walk.ts';

/**
 * The structures that a program looks at in another way than by their members. It converts a pointer to
 * the structure into one to characters, say. Pointers into other structures come from their members, and
 * C's rules keep them there (C11 6.5.6p8).
 *
 *     sum((const unsigned char *)&header, sizeof header);   // another view of the structure
 *     sum(frame->data, frame->length);                      // none: the pointer stays in `data`
 *
 * This is a heuristic. A view that it misses costs proofs and gives no wrong answer.
 */
export class OtherViews {
  readonly #viewed = new Set<RecordDefinition>();
  /** Whether pointers to parts become pointers to parts of another size, so that no array keeps its type. */
  #recasts = false;

  constructor({ edges, program }: LinkedProgram, layout: Layout) {
    /** Structures behind pointers without a type, which matter once such a pointer gets one. */
    const lost = new Set<RecordDefinition>();
    let isFound = false;
    const expr = (e: Expr): void => {
      if (e.kind !== 'convert' || e.type.kind !== 'pointer' || e.operand.type.kind !== 'pointer') return;
      const [from, to] = [e.operand.type.target, e.type.target];
      if (from.kind === 'void') isFound ||= isPart(to);
      else if (isPart(from)) this.#recasts ||= isPart(to) && layout.sizeOfGnu(from) !== layout.sizeOfGnu(to);
      else if (from.kind !== 'struct' && from.kind !== 'union') return;
      else if (to.kind === 'void') lost.add(from.definition);
      else if (isPart(to)) this.#viewed.add(from.definition);
    };
    for (const { op } of edges) {
      const isLibrary =
        op.kind === 'call' && op.callee.kind === 'direct' && program.functions[op.callee.function]?.defined === false;
      // A library function has a model of its own for what it does with the bytes of an object.
      walkLinked(isLibrary ? { ...op, arguments: op.arguments.map(unconverted) } : op, { expr });
    }
    if (isFound) for (const definition of lost) this.#viewed.add(definition);
  }

  /** Whether the program looks at a structure of the type, or in it, in another way than by its members. */
  has(type: CType): boolean {
    if (this.#recasts) return true;
    const pending: CType[] = [type];
    const seen = new Set<RecordDefinition>();
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (next.kind === 'array') pending.push(next.element);
      else if (next.kind === 'struct' || next.kind === 'union') {
        if (next.kind === 'union' || this.#viewed.has(next.definition)) return true;
        if (seen.has(next.definition)) continue;
        seen.add(next.definition);
        for (const field of next.definition.fields ?? []) pending.push(field.type);
      }
    }
    return false;
  }
}

/** Whether the type may be one of a part of a structure. */
function isPart({ kind }: CType): boolean {
  return kind !== 'void' && kind !== 'struct' && kind !== 'union' && kind !== 'function';
}

function unconverted(expr: Expr): Expr {
  let inner = expr;
  while (inner.kind === 'convert' && inner.type.kind === 'pointer') inner = inner.operand;
  return inner;
}
