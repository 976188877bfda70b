import type { SourceLocation } from '../../base/source.ts';
import type { Expression } from '../../c/ast.ts';
import type { Expr } from '../cfa/automaton.ts';
import { ATOMIC_BLOCK } from '../cfa/beyond.ts';
import { walkExpr } from '../cfa/walk.ts';
import type { FunctionBuilder } from './builder.ts';
import { operands } from './keep.ts';

/** Begins an atomic block, during which no other thread runs. Returns what ends it. */
export function atomicBlock(b: FunctionBuilder, at: SourceLocation): () => void {
  const mark = (name: string): void => {
    b.emit({ kind: 'intrinsic', name, arguments: [], places: [], result: null }, at);
  };
  mark(ATOMIC_BLOCK.begin);
  return () => mark(ATOMIC_BLOCK.end);
}

/**
 * Evaluates the operands of an atomic operation. In a program with threads their values are stored, and
 * an atomic block begins behind them.
 */
export function atomicOperands(b: FunctionBuilder, list: readonly Expression[], at: SourceLocation): Expr[] {
  const values = operands(b, list);
  if (!b.context.threads) return values;
  const stored = values.map((value) => (reads(value) ? b.hoist(value, at) : value));
  atomicBlock(b, at);
  return stored;
}

function reads(value: Expr): boolean {
  let found = false;
  walkExpr(value, {
    expr(e) {
      if (e.kind === 'load') found = true;
    },
  });
  return found;
}
