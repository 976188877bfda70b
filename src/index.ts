/**
 * Lemmata as a library. `verify` starts a verification and returns at once; its events tell what goes on, its result is the verdict.
 *
 * ```ts
 * import { verify, verdictLine } from 'lemmata';
 *
 * const verification = verify({ files: ['prog.c'], timeout: 60 });
 * for await (const event of verification) if (event.kind === 'bound') console.log(event.engine, event.bound);
 * console.log(verdictLine(await verification.result));
 * ```
 */
export { ERRORS, type ErrorCode, LemmataError } from './base/errors.ts';
export { formatLocation, type SourceLocation } from './base/source.ts';
export type { Diagnostic } from './c/diagnostics.ts';
export type { Checker, Evidence, ShownCondition, ShownObligations } from './certify/evidence.ts';
export type {
  FurtherInputs,
  HardwareRun,
  InputSourceName,
  NamedValue,
  ProgramRun,
  RecordedInput,
  RecordedRun,
  RunStep,
  StackFrame,
} from './certify/recorded-run.ts';
export { ENGINE_NAMES, type EngineName } from './portfolio/contestants/engine-names.ts';
export type { VerifyEvent, VerifyEventBody } from './portfolio/events.ts';
export { type ExportResult, exportSystem } from './portfolio/export.ts';
export type { SystemFacts } from './portfolio/facts.ts';
export type { ExportFormat } from './portfolio/messages/compilation.ts';
export { builtInSets } from './portfolio/options/configuration.ts';
export type { VerifyOptions } from './portfolio/options/options.ts';
export { type Property, parseProperty, readProperty, unreachCall } from './portfolio/property.ts';
export type {
  DecidingStage,
  EngineEnd,
  Proof,
  SafeVerdict,
  UnknownReason,
  UnknownVerdict,
  UnsafeVerdict,
  Verdict,
} from './portfolio/verdict.ts';
export type { Verification } from './portfolio/verify.ts';
export type { StatedAssumption } from './report/assumptions.ts';
export type { EvidenceObject } from './report/evidence-text.ts';
export { explain } from './report/explain.ts';
export { resultObject } from './report/json.ts';
export { type Answer, decide, type LibraryOptions, verify } from './report/library.ts';
export { type LoopInvariant, loopInvariants } from './report/loop-invariants.ts';
export type { ReportLine } from './report/text.ts';
export { verdictLine, verdictName } from './report/verdict-line.ts';
export type { Certificate } from './transys/certificate.ts';
export type { DataModel } from './types/types.ts';
export { type WitnessTask, witnessText } from './witness/witness.ts';
