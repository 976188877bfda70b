import type { SourceLocation } from '../base/source.ts';
import type { Diagnostic } from '../c/diagnostics.ts';
import type { IgnoreComment } from '../c/source/ignore-comments.ts';
import type { MarkedFiles } from '../c/source/marked-files.ts';
import type { EngineStatistics } from '../engines/methods/engine.ts';
import type { Assumption } from '../program/cfa/assumptions.ts';
import type { Check } from '../program/cfa/checks/places.ts';
import type { ExternalFunction } from '../program/cfa/externals.ts';
import type { ProgramOutline } from '../program/cfa/outline.ts';
import type { LoopText } from '../system/transys/c-text/at-block.ts';

export type { EngineStatistics };

import type { SystemFacts } from './facts.ts';
import type { PreprocessedHashes } from './messages/compilation.ts';
import type { CompilePhase, CostlyFunction } from './messages/compile-status.ts';
import type { CheckState, EngineEnd, SafeVerdict, Verdict } from './verdict.ts';

/**
 * The stream of events of a verification; the command line, the library and the server show it. Plain
 * data.
 */
export type VerifyEvent = VerifyEventBody & {
  /** Milliseconds since `verify` was called. */
  readonly time: number;
};

/** The events of the exchange of lemmas. */
export type LemmaEvent = VerifyEventBody & {
  readonly kind: 'lemma' | 'lemmas-sent' | 'lemmas-used' | 'lemma-refused';
};

/** Bytes of its own heap and its solvers' memory; milliseconds that solvers have searched for it. */
interface EngineUsage {
  readonly engine: string;
  readonly bytes: number;
  readonly solverMilliseconds: number;
}

export type VerifyEventBody =
  /**
   * A message about the user's program, as soon as the front end reports it. Errors are followed by a
   * rejected result.
   */
  | { readonly kind: 'diagnostic'; readonly diagnostic: Diagnostic }
  /** The work of compilation, at most once a second. `round`: of the encoding, else 0. */
  | {
      readonly kind: 'compiling';
      readonly phase: CompilePhase;
      readonly round: number;
      /** The function that took most of the time; null: none is known yet. */
      readonly costly: CostlyFunction | null;
    }
  /** The program is a transition system now. */
  | {
      readonly kind: 'compiled';
      readonly facts: SystemFacts;
      /**
       * Decisions of the encoding, one per line: pointer format, how objects are represented, state
       * variables, approximations.
       */
      readonly decisions: readonly string[];
      /** External functions that calls on the way to the error may enter, with their readings. */
      readonly externals: readonly ExternalFunction[];
      /** Facts that a verdict takes for granted besides these functions. */
      readonly assumptions: readonly Assumption[];
      readonly preprocessed: PreprocessedHashes;
      readonly milliseconds: number;
      /** The bytes of the system in shared memory. */
      readonly bytes: number;
    }
  /** The program's automata by function, once it is compiled, if requested. */
  | { readonly kind: 'outline'; readonly outline: ProgramOutline }
  /** Headers and other files of the program besides the given ones, as the preprocessor left them. */
  | ({ readonly kind: 'sources' } & MarkedFiles)
  /** Engine ids are unique in a race: `kind`, and `kind.2` for a second one with other options. */
  | {
      readonly kind: 'engine-started';
      readonly engine: string;
      readonly options: Readonly<Record<string, number | string | boolean>>;
    }
  /** No run of at most `bound` steps violates the property. */
  | { readonly kind: 'bound'; readonly engine: string; readonly bound: number }
  /** A message of an engine about its work. */
  | { readonly kind: 'note'; readonly engine: string; readonly text: string }
  /** Numbers by name about an engine's work so far. */
  | { readonly kind: 'statistics'; readonly engine: string; readonly values: EngineStatistics }
  /** An engine published a lemma. The ids of lemmas count up within a race. */
  | {
      readonly kind: 'lemma';
      readonly engine: string;
      readonly id: number;
      /** Inductive by itself, or relative to the lemmas of `restsOn`. */
      readonly basis: 'inductive' | 'relative';
      /** Ids of the lemmas relative to which it is inductive. */
      readonly restsOn: readonly number[];
      /** The engines that received it at once; others may receive it later (`lemmas-sent`). */
      readonly to: readonly string[];
      /** Its text at each loop, in C; null: not requested. */
      readonly text: readonly LoopText[] | null;
    }
  /** An engine received known lemmas: it came late, or a lemma that it received rests on them. */
  | { readonly kind: 'lemmas-sent'; readonly engine: string; readonly ids: readonly number[] }
  /** Lemmas saved an engine work. */
  | { readonly kind: 'lemmas-used'; readonly engine: string; readonly ids: readonly number[] }
  /** An internal error of Lemmata: a lemma does not hold. Its author's later lemmas are ignored. */
  | { readonly kind: 'lemma-refused'; readonly engine: string; readonly id: number; readonly why: string }
  /** `uses`: the lemmas of other engines that a proof rests on, with those that these rest on. */
  | {
      readonly kind: 'claim';
      readonly engine: string;
      readonly claim: 'safe' | 'unsafe';
      readonly detail: string;
      readonly uses: readonly number[];
    }
  /** The check of a claim is over, and it holds: the verdict follows. */
  | {
      readonly kind: 'certified';
      readonly engine: string;
      readonly claim: 'safe' | 'unsafe';
      readonly milliseconds: number;
    }
  /** The program of a certified proof was run, and no run contradicted the proof. */
  | {
      readonly kind: 'trials';
      readonly engine: string;
      readonly runs: number;
      /**
       * Number of states of runs that were compared with system and certificate. `values`: variables
       * compared in them.
       */
      readonly states: number;
      readonly values: number;
      /**
       * Number of conjuncts of the certificate that hold in those states. `skipped`: conjuncts that
       * could not be evaluated.
       */
      readonly conjuncts: number;
      readonly skipped: number;
      readonly milliseconds: number;
      /** Assumptions that no run passes, as a certified proof shows; absent if none is known. */
      readonly vacuous?: readonly { readonly name: string; readonly at: SourceLocation }[];
    }
  /** An internal error of Lemmata: the engine leaves, and the race continues. */
  | { readonly kind: 'refused'; readonly engine: string; readonly claim: 'safe' | 'unsafe'; readonly why: string }
  /** An engine leaves the race. */
  | { readonly kind: 'engine-ended'; readonly engine: string; readonly end: EngineEnd; readonly bound: number | null }
  /** The usage of the process and of the running engines, at most once a second; `process` in bytes. */
  | { readonly kind: 'memory'; readonly process: number; readonly engines: readonly EngineUsage[] }
  /**
   * A race on one part of the system begins, see `errorParts`. Parts are numbered from 1. Null
   * milliseconds: the race has no limit of its own.
   */
  | { readonly kind: 'part'; readonly part: number; readonly parts: number; readonly milliseconds: number | null }
  /** The checks that are decided one by one, in the order of places, and comments that ask to ignore findings. */
  | { readonly kind: 'checks'; readonly checks: readonly Check[]; readonly ignores: readonly IgnoreComment[] }
  /** A check is decided, or stays open at the end. */
  | { readonly kind: 'check'; readonly check: Check; readonly state: CheckState }
  /** A proof of checks is certified; `check` follows for each of them that no other proof has decided. */
  | { readonly kind: 'proof'; readonly checks: readonly Check[]; readonly verdict: SafeVerdict }
  /** One of several properties of a model is decided. */
  | { readonly kind: 'property'; readonly name: string; readonly verdict: Verdict }
  /** The last event. */
  | { readonly kind: 'verdict'; readonly verdict: Verdict };
