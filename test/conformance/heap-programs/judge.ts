import { checkFunction } from '../../../src/program/cfa/checks/kinds.ts';
import { compile } from '../../unit/system/encode/compile.ts';
import { interpreted, simulated } from '../../unit/system/encode/simulated.ts';
import type { Truth } from './native.ts';

/** How encoder and interpreter compare with the sanitisers on one program. */
export interface Judgement {
  /** `leak`: the run ends, and a block is lost; `open`: a construct that is not modelled. */
  readonly end: 'fault' | 'leak' | 'none' | 'open';
  /** Differences, in words. */
  readonly differences: readonly string[];
  /** LSan misses blocks to which a stale register or a dead part of the stack leads. */
  readonly isUnseen: boolean;
}

/** Whether the address of an object matters: a simulated system has no addresses that fit. */
const READS_ADDRESS = '(unsigned long)p';

/** Compares one run of the interpreter, and of the system, with the compiled program. */
export function judge(text: string, truth: Truth): Judgement {
  const differences: string[] = [];
  const faults = ended(text, ['deref', 'free']);
  if (faults.line === undefined) return { end: 'open', differences, isUnseen: false };
  if (faults.line !== truth.line) differences.push(`fault in line ${faults.line}, natively ${truth.line}`);
  compareSystem(text, faults, differences);
  if (faults.line !== null || truth.leaks === null) return { end: 'fault', differences, isUnseen: false };
  const leaks = ended(text, ['memtrack']);
  if (leaks.line === undefined) return { end: 'open', differences, isUnseen: false };
  const isLost = leaks.line !== null;
  if (!isLost && truth.leaks) differences.push('a block that only LSan calls lost');
  compareSystem(text, leaks, differences);
  return { end: isLost ? 'leak' : 'none', differences, isUnseen: isLost && !truth.leaks };
}

interface Ended {
  /** The line of the failing check; null: none fails; undefined: not known. */
  readonly line: number | null | undefined;
  readonly system: ReturnType<typeof simulated>;
}

function ended(text: string, kinds: readonly ('deref' | 'free' | 'memtrack')[]): Ended {
  const compiled = compile(text, 'LP64', { checks: kinds });
  const { outcome } = interpreted(compiled.program, [], [], kinds.map(checkFunction)).result;
  const system = simulated(compiled, []);
  if (outcome.kind === 'unsupported') return { line: undefined, system };
  if (outcome.kind === 'error') return { line: outcome.stack[0].at.line, system };
  if (outcome.kind !== 'exit') throw new Error(`${text}\n${JSON.stringify(outcome)}`);
  return { line: null, system };
}

function compareSystem(text: string, { line, system }: Ended, differences: string[]): void {
  if (system.isDoubtful || system.kind === 'gap' || text.includes(READS_ADDRESS)) return;
  if ((system.kind === 'bad') !== (line !== null)) differences.push(`encoder ${system.kind}, interpreter ${line}`);
}
