import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Checked, checkFiles } from '../../../../checker/src/check.js';
import { workClock } from '../../../base/clock.ts';
import { unreachable } from '../../../base/errors.ts';
import { notWritten, replaceWhole, sha256 } from '../../../base/files.ts';
import { formatLocation } from '../../../base/source.ts';
import type { Check } from '../../../program/cfa/checks/places.ts';
import type { VerifyEvent } from '../../../race/events.ts';
import type { VerifyOptions } from '../../../race/options/options.ts';
import { countOwnWork } from '../../../race/threads/thread-time.ts';
import type { CheckState, Proof, SafeVerdict, UnsafeVerdict, Verdict } from '../../../race/verdict.ts';
import { isWithoutSteps } from '../../../system/transys/control.ts';
import { AssumptionLedger } from '../report/assumption-ledger.ts';
import {
  answerOf,
  type CertificateContext,
  type CertificateFolder,
  certificateFolder,
  headOf,
  MANIFEST,
} from './folder.ts';
import { jsonText, proofFiles, proofTime, statedProof } from './proof-files.ts';

export { MANIFEST };

/** Raised when a field changes its meaning or is removed. */
const SCHEMA = 'lemmata-certificates/1';
/** Least time in ms for the proofs in clauses of one certificate among several. */
const LEAST_OF_ONE = 500;

/** A question of a verification that asks several, such as a check of a program. */
export interface AnsweredPart {
  /** The question in words; no two parts have the same. */
  readonly about: string;
  readonly state: 'proved' | 'violated' | 'contested' | 'open';
  /** The folder of its certificate, or of those of its own parts; absent: there is none. */
  readonly in?: string;
}

/** A certified answer to some parts. */
interface Claim {
  readonly about: readonly string[];
  readonly verdict: SafeVerdict | UnsafeVerdict;
}

/** Collects the answers of a verification that certificates are written of. */
export class CertificateLedger {
  /** The states of parts, in their order. */
  readonly #states = new Map<string, AnsweredPart['state']>();
  readonly #claims: Claim[] = [];
  readonly #assumed = new AssumptionLedger();

  take(event: VerifyEvent): void {
    this.#assumed.take(event);
    switch (event.kind) {
      case 'checks':
        for (const check of event.checks) this.#states.set(aboutCheck(check), 'open');
        break;
      case 'proof':
        this.#claim({ about: event.checks.filter(isOfProgram).map(aboutCheck), verdict: event.verdict });
        break;
      case 'check':
        if (isOfProgram(event.check)) this.#check(aboutCheck(event.check), event.state);
        break;
      case 'property':
        this.#property(event.name, event.verdict);
        break;
      default:
    }
  }

  /** The facts about the program that a folder tells, or that tests of its runs need. */
  get program(): Pick<CertificateContext, 'externals' | 'threads' | 'preprocessed'> {
    const { externals, assumptions, preprocessed } = this.#assumed;
    return { externals, preprocessed, threads: assumptions.some(({ kind }) => kind === 'threads') };
  }

  get parts(): ReadonlyMap<string, AnsweredPart['state']> {
    return this.#states;
  }

  /** The answers, each to at least one part that none before it answers. */
  get claims(): readonly Claim[] {
    return this.#claims;
  }

  #claim(claim: Claim): void {
    const isKnown = new Set(this.#claims.flatMap(({ about }) => about));
    if (claim.about.some((about) => !isKnown.has(about))) this.#claims.push(claim);
  }

  #check(about: string, state: CheckState): void {
    this.#states.set(about, state.kind);
    if (state.kind === 'violated' || state.kind === 'contested')
      this.#claim({ about: [about], verdict: state.verdict });
  }

  #property(name: string, verdict: Verdict): void {
    const about = `property ${name}`;
    this.#states.set(about, stateOf(verdict));
    if (verdict.kind !== 'unknown') this.#claim({ about: [about], verdict });
  }
}

/** Hints are tried for themselves: no verdict rests on them. */
const isOfProgram = ({ hint }: Check): boolean => hint === undefined;

/** Names of checks have their kind and a number. */
function aboutCheck({ name, at }: Check): string {
  return `${name} at ${formatLocation(at)}`;
}

/** The question of `lemmata contracts` about a function. */
export const aboutContract = (name: string): string => `the contract of ${name}`;

function stateOf({ kind }: Verdict): AnsweredPart['state'] {
  switch (kind) {
    case 'safe':
      return 'proved';
    case 'unsafe':
      return 'violated';
    case 'unknown':
      return 'open';
    default:
      return unreachable(kind);
  }
}

/** The proof of a TRUE about a system that has steps, if one can be made (`checkableProof`). */
type ProofMaker = (verdict: SafeVerdict) => Promise<Proof>;

/**
 * The certificate of a verification as files. If it asked several questions, each answer has a folder of its own, and
 * the manifest says which questions it answers. `milliseconds`: the time of the verification. Null: nothing is
 * certified. Throws LemmataError `E-INPUT` if a source is gone.
 */
export async function certificateOf(
  verdict: Verdict,
  options: VerifyOptions,
  { milliseconds, read, prove }: Pick<CertificateContext, 'milliseconds' | 'read'> & { readonly prove: ProofMaker },
  { parts, claims, program }: CertificateLedger,
): Promise<CertificateFolder | null> {
  countOwnWork();
  const proved = async (one: Verdict): Promise<Verdict> =>
    one.kind === 'safe' ? { ...one, proof: await prove(one) } : one;
  const context = { ...program, read };
  const limit = proofTime(milliseconds);
  const { contract } = options;
  const about = contract === undefined ? {} : { about: [aboutContract(contract.function)] };
  if (parts.size === 0)
    return certificateFolder(await proved(verdict), options, { ...context, ...about, milliseconds: limit });
  const end = workClock() + limit;
  const files = new Map<string, string>();
  const missing: string[] = [];
  const folders = new Map<string, string>();
  for (const [i, claim] of claims.entries()) {
    const name = String(i + 1);
    const answer = await proved(claim.verdict);
    const left = Math.max(LEAST_OF_ONE, end - workClock());
    const folder = certificateFolder(answer, options, { ...context, about: claim.about, milliseconds: left });
    if (folder === null) continue;
    for (const [file, text] of folder.files) files.set(`${name}/${file}`, text);
    missing.push(...folder.missing.map((one) => `${name}/${one}`));
    for (const one of claim.about) if (!folders.has(one)) folders.set(one, name);
  }
  const list = [...parts].map(([one, state]): AnsweredPart => {
    const folder = state === 'open' ? undefined : folders.get(one);
    return { about: one, state, ...(folder === undefined ? {} : { in: folder }) };
  });
  const head = { ...headOf(options, { read, preprocessed: program.preprocessed }), ...answerOf(verdict), ...about };
  return {
    files: files.set(
      MANIFEST,
      collectionText(head, list, missing, (file) => files.get(file) ?? ''),
    ),
    missing,
  };
}

/** Writes the files of a certificate below a folder. Throws LemmataError `E-INPUT` if one cannot be written. */
export function writeCertificate(
  folder: string,
  { files }: CertificateFolder,
  replace: (file: string, text: string) => void = replaceWhole,
): void {
  for (const [name, text] of files) {
    const file = join(folder, name);
    try {
      mkdirSync(dirname(file), { recursive: true });
    } catch (error) {
      throw notWritten(file, error);
    }
    replace(file, text);
  }
}

/** The fields of a manifest over the certificates of several verifications of one program. */
export function summaryHead(options: VerifyOptions, parts: readonly AnsweredPart[]): object {
  const has = (state: AnsweredPart['state']): boolean => parts.some((part) => part.state === state);
  const verdict = has('violated') ? 'FALSE' : has('open') || has('contested') ? 'UNKNOWN' : 'TRUE';
  return { ...headOf(options), verdict, property: 'contracts of functions' };
}

/** The manifest of a folder whose parts have folders of their own. `read`: the text of a manifest in one of these. */
export function collectionText(
  head: object,
  parts: readonly AnsweredPart[],
  missing: readonly string[],
  read: (file: string) => string,
): string {
  const folders = new Set(parts.flatMap((part) => (part.in === undefined ? [] : [`${part.in}/${MANIFEST}`])));
  const files = Object.fromEntries([...folders].map((file) => [file, sha256(read(file))]));
  return jsonText({ schema: SCHEMA, ...head, parts, missing, files });
}

/**
 * The verdict, if it is no TRUE, or the stand-alone checker checks each obligation of its proof; else UNKNOWN.
 * `prove`: the proof of a TRUE that the checker is given. `milliseconds`: the time of the verification, within which proofs in clauses are searched again.
 */
export async function withCheckedProof(
  verdict: Verdict,
  milliseconds: number,
  prove: (verdict: SafeVerdict) => Promise<Proof>,
): Promise<Verdict> {
  if (verdict.kind !== 'safe') return verdict;
  countOwnWork();
  const why = whyUnchecked(await prove(verdict), milliseconds);
  if (why === null) return verdict;
  const reason = { kind: 'incomplete', why: `the stand-alone checker does not check the proof: ${why}` } as const;
  return { kind: 'unknown', property: verdict.property, reason, safeUpTo: null, engines: [] };
}

function whyUnchecked(claimed: Proof, milliseconds: number): string | null {
  const stated = statedProof(claimed);
  if (isWithoutSteps(stated.system)) return 'the encoder has decided the program';
  const { files, missing, proof } = proofFiles(stated, proofTime(milliseconds));
  const manifest = {
    verdict: 'TRUE',
    ...(proof === null ? {} : { proof }),
    missing: [...missing],
    files: Object.fromEntries(files),
  };
  const unchecked: Checked[] = [];
  for (const one of checkFiles(manifest, (name) => files.get(name) ?? ''))
    if (one.result !== 'checked') unchecked.push(one);
  const [first] = unchecked;
  return first === undefined ? null : `obligation ${first.name}, ${first.why}`;
}
