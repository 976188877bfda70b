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

export type { StatedAssumption } from './apps/output/report/assumptions.ts';
export type { EvidenceObject } from './apps/output/report/evidence-text.ts';
export { explain } from './apps/output/report/explain.ts';
export { resultObject } from './apps/output/report/json.ts';
export { type Answer, type DecideOptions, decide, type LibraryOptions, verify } from './apps/output/report/library.ts';
export { type LoopInvariant, loopInvariants } from './apps/output/report/loop-invariants.ts';
export type { ReportLine } from './apps/output/report/text.ts';
export { verdictLine, verdictName } from './apps/output/report/verdict-line.ts';
export { type WitnessTask, witnessText } from './apps/output/witness/witness.ts';
export type { ByteOrder } from './base/byte-order.ts';
export { ERRORS, type ErrorCode, LemmataError } from './base/errors.ts';
export { formatLocation, type SourceLocation } from './base/source.ts';
export type { Diagnostic } from './c/diagnostics.ts';
export type { DataModel } from './c/types/types.ts';
export type { Checker, DischargedCondition, DischargedObligations, Evidence } from './certify/proof/evidence.ts';
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
} from './certify/replay/recorded-run.ts';
export type { ContractedFunction, ContractQuestion } from './program/contracts/pass.ts';
export type { VerifyEvent, VerifyEventBody } from './race/events.ts';
export { type ContractList, type ExportResult, exportSystem, listContracts } from './race/export.ts';
export type { SystemFacts } from './race/facts.ts';
export type { ExportFormat } from './race/messages/compilation.ts';
export { builtInSets } from './race/options/configuration.ts';
export type { VerifyOptions } from './race/options/options.ts';
export { type Property, parseProperty, readProperty, unreachCall } from './race/property.ts';
export { ENGINE_NAMES, type EngineName } from './race/schedule/engine-names.ts';
export type {
  DecidingStage,
  EngineEnd,
  Proof,
  SafeVerdict,
  UnknownReason,
  UnknownVerdict,
  UnsafeVerdict,
  Verdict,
} from './race/verdict.ts';
export type { Verification } from './race/verify.ts';
export type { Certificate } from './system/transys/certificate.ts';
