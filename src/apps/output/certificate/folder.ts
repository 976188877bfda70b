import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readBtor2 } from '../../../../checker/src/btor2.js';
import { MOST_CLAUSES } from '../../../../checker/src/check.js';
import { TooLarge } from '../../../../checker/src/clauses.js';
import { dimacs } from '../../../../checker/src/lrat.js';
import { obligationsOf } from '../../../../checker/src/obligations.js';
import packageJson from '../../../../package.json' with { type: 'json' };
import { LemmataError } from '../../../base/errors.ts';
import { statedObligations } from '../../../certify/proof/certificate.ts';
import type { Evidence } from '../../../certify/proof/evidence.ts';
import { aboutTarget, inductiveOfStates, joinedParts } from '../../../certify/proof/parts.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { sortText } from '../../../logic/terms/sorts.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import type { ExternalFunction } from '../../../program/cfa/externals.ts';
import type { VerifyOptions } from '../../../race/options/options.ts';
import type { Proof, SafeVerdict, UnsafeVerdict, Verdict } from '../../../race/verdict.ts';
import { type StepModel, stepModel, writeModel } from '../../../system/transys/btor2/print.ts';
import type { Btor2Writer } from '../../../system/transys/btor2/writer.ts';
import { printC } from '../../../system/transys/c-program.ts';
import type { WholeCertificate } from '../../../system/transys/certificate.ts';
import { printChc, printChcModel } from '../../../system/transys/chc.ts';
import { isWithoutSteps } from '../../../system/transys/control.ts';
import { thawSystem } from '../../../system/transys/share.ts';
import { symbol, termText } from '../../../system/transys/smtlib.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import { plainRun } from '../report/plain-run.ts';
import { testOf } from '../report/verdict-test.ts';
import { btor2Witness } from '../witness/btor2-witness.ts';
import { lratProof } from './lrat.ts';
import { type ProofText, proofText } from './proof-text.ts';
import { simulatorScript, TEST, testScript } from './scripts.ts';
import { type ModelProof, witnessCircuit } from './witness-circuit.ts';

/** Raised when a field changes its meaning or is removed. */
const SCHEMA = 'lemmata-certificate/1';
const VERDICTS = { safe: 'TRUE', unsafe: 'FALSE', unknown: 'UNKNOWN' } as const satisfies Record<
  Verdict['kind'],
  string
>;
export const MANIFEST = 'manifest.json';
/** Bytes of the longest proof of one obligation. */
const MOST_PROOF_BYTES = 2 ** 24;
/** Least time in ms for all proofs in clauses. */
const LEAST_MILLISECONDS = 3000;

/** The files of a certificate by name, and the parts that could not be written. */
export interface CertificateFolder {
  readonly files: ReadonlyMap<string, string>;
  /** A sentence without a full stop for each missing part: which, and why. */
  readonly missing: readonly string[];
}

/** An entry of `obligations/index.json`. */
export interface IndexEntry {
  readonly number: number;
  readonly condition: string;
  /** The block it is about, and its name; absent: it is about no single one. */
  readonly block?: number;
  readonly at?: string;
  /** The question for SMT solvers; absent: rewriting shows it, or another form states it. */
  readonly smt?: string;
  /** The clauses for SAT solvers. */
  readonly cnf?: string;
  /** The proof that the clauses have no model. */
  readonly lrat?: string;
}

/** The parts of a verification that a folder tells besides its verdict. */
export interface CertificateContext {
  /** Time in ms in which proofs in clauses are searched. */
  readonly milliseconds: number;
  /** The questions that the verdict answers, see `AnsweredPart.about`; absent: the property. */
  readonly about?: readonly string[];
  /** Whether the program starts threads. */
  readonly threads?: boolean;
  /** The content of a file of the program; absent: as it is on the disk. */
  readonly read?: (file: string) => string | Uint8Array;
  /** External functions of the program. */
  readonly externals?: readonly Pick<ExternalFunction, 'name'>[];
}

/** The time in ms for all proofs in clauses after a verification that took so long. */
export function proofTime(milliseconds: number): number {
  return Math.max(LEAST_MILLISECONDS, milliseconds);
}

/**
 * The certificate of a verdict as files that other programs check: the proof of a TRUE, or the run of a FALSE. Null
 * for UNKNOWN. Throws LemmataError `E-INPUT` if a source is gone.
 */
export function certificateFolder(
  verdict: Verdict,
  options: VerifyOptions,
  context: CertificateContext,
): CertificateFolder | null {
  switch (verdict.kind) {
    case 'safe':
      return proofFolder(verdict, options, context);
    case 'unsafe':
      return runFolder(verdict, options, context);
    case 'unknown':
      return null;
  }
}

function proofFolder(verdict: SafeVerdict, options: VerifyOptions, { milliseconds, about, read }: CertificateContext) {
  const stated = statedProof(verdict.proof);
  const { system } = stated;
  const { files, missing, proof } = proofFiles(stated, milliseconds);
  if (isWithoutSteps(system)) missing.push(`more than a proof in part: ${FOLLOWED}`);
  const facts = {
    ...(about === undefined ? {} : { about }),
    evidence: ledger(verdict.proof.evidence),
    ...(proof === null ? {} : { proof }),
    ...(isWithoutSteps(system) ? { followed: FOLLOWED } : {}),
  };
  return withManifest(verdict, options, facts, { files, missing, read });
}

/** The run of a FALSE, and a program that takes it. */
function runFolder(
  verdict: UnsafeVerdict,
  options: VerifyOptions,
  { threads = false, externals, about, read = readFileSync }: CertificateContext,
) {
  const files = new Map([['run.json', jsonText(plainRun(verdict.run))]]);
  const missing: string[] = [];
  const [source] = options.files;
  if (verdict.run.kind === 'hardware') {
    const witness = btor2Witness(read(source).toString(), source, verdict.run);
    if (witness === null) missing.push('run.witness: large arrays that are not zero have no form');
    else files.set('run.witness', witness).set('check.sh', simulatorScript(source));
  } else {
    const test = testOf(verdict, options, { threads, externals, name: TEST });
    if ('why' in test) missing.push(`${TEST} and check.sh: ${test.why}`);
    else files.set(TEST, test.text).set('check.sh', testScript(test.text));
  }
  return withManifest(verdict, options, about === undefined ? {} : { about }, { files, missing, read });
}

/** The files with a manifest, which has their hashes. */
function withManifest(
  verdict: SafeVerdict | UnsafeVerdict,
  options: VerifyOptions,
  facts: object,
  {
    files,
    missing,
    read,
  }: Pick<CertificateContext, 'read'> & {
    readonly files: Map<string, string>;
    readonly missing: readonly string[];
  },
): CertificateFolder {
  const manifest = {
    schema: SCHEMA,
    ...headOf(options, read),
    ...answerOf(verdict),
    engine: verdict.engine,
    ...facts,
    missing,
    files: Object.fromEntries([...files].map(([name, text]) => [name, sha256(text)])),
  };
  return { files: files.set(MANIFEST, jsonText(manifest)), missing };
}

export function answerOf({ kind, property }: Verdict): object {
  return { verdict: VERDICTS[kind], property: property.specification };
}

/** The fields of a manifest about what was verified. */
export function headOf(options: VerifyOptions, read: CertificateContext['read'] = readFileSync): object {
  return {
    lemmata: packageJson.version,
    sources: Object.fromEntries(options.files.map((file) => [file, sha256(read(file))])),
    dataModel: options.dataModel ?? 'LP64',
    byteOrder: options.byteOrder ?? 'little',
    options,
  };
}

export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A certificate, and the system as compiled with the errors that it excludes. */
export interface StatedProof {
  readonly system: TransitionSystem;
  readonly certificate: WholeCertificate;
  /** The same proof with words in place of floats; absent: it has none. */
  readonly words?: StatedProof;
}

export function statedProof({ system, target, certificate, words }: Proof): StatedProof {
  const own = { system: aboutTarget(thawSystem(system), target), certificate };
  return words === undefined ? own : { ...own, words: statedProof(words) };
}

const FOLLOWED = 'the system has no step: the encoder or the rewriting of terms has decided the program';

/** The files of a proof without their manifest, and the statements to be checked about it; null: it has none. */
export function proofFiles(
  stated: StatedProof,
  milliseconds: number,
): { files: Map<string, string>; missing: string[]; proof: ProofText['proof'] | null } {
  const writer = new FolderWriter(stated, milliseconds);
  writer.write();
  return writer;
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** The account of the certifier without times, which differ from run to run. */
function ledger(evidence: Evidence): readonly object[] {
  return evidence.map(({ condition, by, count }) => ({ condition, by, count }));
}

/** Writes the parts of a folder, one after the other. */
class FolderWriter {
  readonly files = new Map<string, string>();
  readonly missing: string[] = [];
  proof: ProofText['proof'] | null = null;
  readonly #entries: IndexEntry[] = [];

  constructor(
    private readonly stated: StatedProof,
    private readonly milliseconds: number,
  ) {}

  write(): void {
    if (this.#model()) this.#proofs();
    this.#clauses();
    this.#questions();
    this.files.set('obligations/index.json', jsonText(this.#entries));
  }

  /** The model and the invariant, over words; false if they cannot be written. */
  #model(): boolean {
    const { system, certificate } = this.stated.words ?? this.stated;
    try {
      const model = stepModel(system);
      const written = writeModel(model);
      this.files.set('model.btor2', written.text());
      this.#program(model);
      const text = proofText(system, certificate);
      if (typeof text === 'string') {
        this.missing.push(`invariant.btor2: ${text}`);
        return false;
      }
      this.files.set('invariant.btor2', text.invariant);
      this.proof = text.proof;
      this.#witness(model, written, text.ofModel);
      return true;
    } catch (error) {
      if (!(error instanceof LemmataError) || error.code !== 'E-INPUT') throw error;
      this.missing.push(`${this.files.has('model.btor2') ? 'invariant.btor2' : 'model.btor2'}: ${error.message}`);
    }
    return false;
  }

  /** The model as a C program, which runs of the original can be compared with. */
  #program(model: StepModel): void {
    try {
      this.files.set('model.c', printC(model));
    } catch (error) {
      if (!(error instanceof LemmataError) || error.code !== 'E-INPUT') throw error;
      this.missing.push(`model.c: ${error.message}`);
    }
  }

  /** The system as Horn clauses, and the invariant as a solution of them. */
  #clauses(): void {
    const { system, certificate } = this.stated;
    const proof =
      certificate.kind === 'states'
        ? inductiveOfStates(system, certificate)
        : certificate.kind === 'parts'
          ? joinedParts(system, certificate)
          : certificate;
    const isSolution =
      (proof?.kind === 'inductive' && proof.k === 0 && proof.instances.length === 0) ||
      (proof?.kind === 'universal' && (proof.recorded ?? []).length === 0);
    if (!isSolution) {
      this.missing.push('system.smt2 and model.smt2: the invariant alone is no solution of Horn clauses');
      return;
    }
    this.files.set('system.smt2', printChc(system));
    this.files.set('model.smt2', printChcModel(system, proof.invariant, proof.kind === 'universal' ? proof.bound : []));
  }

  /** The witness circuit, for checkers of such circuits. */
  #witness(model: StepModel, written: Btor2Writer, proof: ModelProof | null): void {
    const result =
      proof === null
        ? { why: 'proofs about all elements, and about ends of runs, have no circuit' }
        : witnessCircuit(model, written, proof);
    if ('why' in result) this.missing.push(`witness.btor2: ${result.why}`);
    else this.files.set('witness.btor2', result.text);
  }

  /** The clauses of each obligation as the stand-alone checker states it, and their proofs. */
  #proofs(): void {
    if (this.proof === null) return;
    const [model, invariant] = ['model.btor2', 'invariant.btor2'].map((name) =>
      readBtor2(this.files.get(name) ?? '', name),
    );
    const end = performance.now() + this.milliseconds;
    const obligations = obligationsOf(model, invariant, this.proof);
    obligations.forEach(({ condition, case: value, formula }, i) => {
      const number = i + 1;
      const name = `obligations/${number}`;
      const entry = { number, condition, ...this.#place(value) };
      const proved = this.#proved(() => formula(MOST_CLAUSES), name, end - performance.now());
      this.#entries.push({ ...entry, ...proved });
    });
  }

  #place(block: number | null): { readonly block?: number; readonly at?: string } {
    const found = block === null ? undefined : this.stated.system.blocks[block];
    return found === undefined ? {} : { block: found.id, at: found.name };
  }

  /** Writes clauses and proof of an obligation, unless its circuits are constant. */
  #proved(
    make: () => ReturnType<ReturnType<typeof obligationsOf>[number]['formula']>,
    name: string,
    milliseconds: number,
  ): Pick<IndexEntry, 'cnf' | 'lrat'> {
    try {
      if (milliseconds <= 0) throw new TooLarge('no time is left for it');
      const formula = make();
      if (formula.clauses.some((clause) => clause.length === 0)) return {};
      const found = lratProof(formula, { milliseconds, bytes: MOST_PROOF_BYTES });
      if (found.kind === 'proof') {
        this.files.set(`${name}.cnf`, dimacs(formula));
        this.files.set(`${name}.lrat`, found.text);
        return { cnf: `${name}.cnf`, lrat: `${name}.lrat` };
      }
      this.missing.push(`${name}.lrat: ${found.why}`);
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      this.missing.push(`${name}.cnf: ${error.message}`);
    }
    return {};
  }

  /** The obligations as the certifier states them, as questions for SMT solvers. */
  #questions(): void {
    const { system, certificate } = this.stated;
    const parts =
      certificate.kind === 'parts'
        ? certificate.parts.map((part) => ({
            system: aboutTarget(system, { kind: 'blocks', blocks: part.blocks }),
            certificate: part.certificate,
          }))
        : [{ system, certificate }];
    for (const part of parts) {
      const { kind } = part.certificate;
      if (kind === 'runs' || kind === 'states') {
        this.missing.push(`questions for SMT solvers: certificates of the kind ${kind} are followed, not solved`);
        continue;
      }
      for (const { condition, block, formulas } of statedObligations(part.system, part.certificate))
        this.#question(condition, block, smtText(system.terms, formulas, this.#title(condition, block)));
    }
  }

  #title(condition: string, block: number | null): string {
    return block === null ? condition : `${condition}, block ${block} (${this.stated.system.blocks[block].name})`;
  }

  #question(condition: string, block: number | null, text: string): void {
    const at = this.#entries.findIndex(
      (entry) => entry.smt === undefined && entry.condition === condition && (entry.block ?? null) === block,
    );
    const entry = this.#entries[at] ?? { number: this.#entries.length + 1, condition, ...this.#place(block) };
    const smt = `obligations/${entry.number}.smt2`;
    this.files.set(smt, text);
    if (at < 0) this.#entries.push({ ...entry, smt });
    else this.#entries[at] = { ...entry, smt };
  }
}

/** The formulas as a question in SMT-LIB, without quantifiers; the answer is to be `unsat`. `title`: a line. */
export function smtText(terms: TermStore, formulas: readonly Term[], title: string): string {
  const variables = freeVariables(terms, formulas);
  const declared = variables.map((t) => `(declare-const ${symbol(terms.name(t))} ${sortText(terms.sort(t))})`);
  const lines = [
    `; ${title}`,
    '(set-info :status unsat)',
    '(set-logic ALL)',
    ...declared,
    ...formulas.map((t) => `(assert ${termText(terms, t)})`),
    '(check-sat)',
  ];
  return `${lines.join('\n')}\n`;
}
