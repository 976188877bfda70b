import type { SourceLocation } from '../../base/source.ts';
import type { Expression, Statement } from '../ast.ts';
import type { CType } from '../types.ts';

/** Expressions that execute statements first: written with GNU statement expressions. */

/** Puts the lengths of VLA types that an expression mentions before its value. */
export function withLengths(lengths: readonly Statement[], e: Expression): Expression {
  return lengths.length === 0 ? e : sequence(lengths, e, e.type, e.at);
}

export function sequence(body: readonly Statement[], result: Expression | null, type: CType, at: SourceLocation): Expression {
  return { kind: 'statement-expression', type, at, body: { kind: 'block', at, body, end: at }, result };
}
