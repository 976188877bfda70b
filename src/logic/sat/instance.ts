import { compileNow, instantiate } from '../../base/wasm.ts';
import bytes from './core.wasm';

/** The exports of `core/index.ts`, which documents them; addresses are in bytes. */
export interface CoreExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  logProof(): void;
  decideLatest(): void;
  simplifyAfter(conflicts: number): void;
  newVariable(): number;
  buffer(length: number): number;
  addClause(length: number, part: number): number;
  addOnce(literal: number, length: number): number;
  isFixed(variable: number): number;
  define(length: number): void;
  keep(variable: number): void;
  start(length: number, isLocal: boolean): void;
  run(lastConflict: number, lastPropagation: number): CoreAnswer;
  finish(): void;
  model(): number;
  coreLength(): number;
  core(): number;
  coreNode(): number;
  nodeCount(): number;
  nodeStarts(): number;
  nodeParts(): number;
  nodeWords(): number;
  nodesForgotten(): number;
  bytes(): number;
  isAllocating(): number;
  isOpen(): number;
  problemCount(): number;
  learntCount(): number;
  conflicts(): number;
  decisions(): number;
  propagations(): number;
  restarts(): number;
  reductions(): number;
  eliminated(): number;
  subsumed(): number;
  strengthened(): number;
  vivified(): number;
  learntLiterals(): number;
  keptLiterals(): number;
}

export const PAUSED = 0;
export const SAT = 1;
const UNSAT = 2;
type CoreAnswer = typeof PAUSED | typeof SAT | typeof UNSAT;

let compiled: WebAssembly.Module | null = null;

/**
 * A core of its own, with a memory of its own. Each thread compiles the module once, when it first
 * needs it.
 */
export function newCore(): CoreExports {
  compiled ??= compileNow(bytes);
  // The type of exports says nothing about these functions; both sides are compiled together.
  return instantiate(compiled, {}).exports as CoreExports;
}
