import { readFileSync } from 'node:fs';
import packageJson from '../../../../package.json' with { type: 'json' };
import { sha256 } from '../../../base/files.ts';
import type { Evidence } from '../../../certify/proof/evidence.ts';
import { checkOf } from '../../../program/cfa/checks/kinds.ts';
import type { ExternalFunction } from '../../../program/cfa/externals.ts';
import { isHardware, notRepeated, type VerifyOptions } from '../../../race/options/options.ts';
import type { SafeVerdict, UnsafeVerdict, Verdict } from '../../../race/verdict.ts';
import { isWithoutSteps } from '../../../system/transys/control.ts';
import { plainTest } from '../report/c-test.ts';
import { plainRun } from '../report/plain-run.ts';
import { testOf } from '../report/verdict-test.ts';
import { btor2Witness } from '../witness/btor2-witness.ts';
import { jsonText, proofFiles, statedProof } from './proof-files.ts';
import { simulatorScript, TEST, testScript } from './scripts.ts';
import { trialFiles } from './trial.ts';

/** Raised when a field changes its meaning or is removed. */
const SCHEMA = 'lemmata-certificate/1';
const VERDICTS = { safe: 'TRUE', unsafe: 'FALSE', unknown: 'UNKNOWN' } as const satisfies Record<
  Verdict['kind'],
  string
>;
export const MANIFEST = 'manifest.json';

/** The files of a certificate by name, and the parts that could not be written. */
export interface CertificateFolder {
  readonly files: ReadonlyMap<string, string>;
  /** A sentence without a full stop for each missing part: which, and why. */
  readonly missing: readonly string[];
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
  /** The hashes of the given files after the preprocessor; absent or {}: there was none. */
  readonly preprocessed?: Readonly<Record<string, string>>;
  /** External functions of the program. */
  readonly externals?: readonly Pick<ExternalFunction, 'name'>[];
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

function proofFolder(
  verdict: SafeVerdict,
  options: VerifyOptions,
  { milliseconds, about, read = readFileSync, threads = false, externals, preprocessed }: CertificateContext,
) {
  const stated = statedProof(verdict.proof);
  const { system } = stated;
  const { files, missing, proof } = proofFiles(stated, milliseconds);
  const { files: sources, dataModel = 'LP64', entry } = options;
  if (isWithoutSteps(system)) {
    missing.push(`more than a proof in part: ${FOLLOWED}`);
    if (entry === undefined && !threads) {
      const test = plainTest(verdict.property.errorFunctions, { files: sources, dataModel, externals, name: TEST });
      files.set(TEST, test).set('check.sh', testScript(test, { kind: 'no error' }));
    }
  } else if (files.has('model.c')) {
    const why = trialMissing(options, threads);
    const { errorFunctions } = verdict.property;
    const names = (externals ?? []).map(({ name }) => name);
    const program = { files: sources, dataModel, read, errorFunctions, externals: names };
    const trial = why === null ? trialFiles((stated.words ?? stated).system, program) : null;
    for (const [name, text] of trial ?? []) files.set(name, text);
    if (trial === null) missing.push(`trial.sh: ${why ?? 'the program shows neither loops nor inputs of its system'}`);
  }
  const facts = {
    ...(about === undefined ? {} : { about }),
    evidence: ledger(verdict.proof.evidence),
    ...(proof === null ? {} : { proof }),
    ...(isWithoutSteps(system) ? { followed: FOLLOWED } : {}),
  };
  return withManifest(verdict, options, facts, { files, missing, read, preprocessed });
}

/** The reason why no trial runs the program beside its system; null: there is none. */
function trialMissing(options: VerifyOptions, threads: boolean): string | null {
  if (isHardware(options.files[0])) return 'the system is no program';
  if (options.entry !== undefined) return 'runs do not begin at main';
  return threads ? 'C cannot say in which order threads run' : notRepeated(options);
}

/** The run of a FALSE, and a program that takes it. */
function runFolder(
  verdict: UnsafeVerdict,
  options: VerifyOptions,
  { threads = false, externals, about, read = readFileSync, preprocessed }: CertificateContext,
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
    else {
      const { error, errorFunction } = verdict.run;
      const check = checkOf(errorFunction);
      const end = check === null ? ({ kind: 'error' } as const) : ({ kind: 'report', check, ...error } as const);
      files.set(TEST, test.text).set('check.sh', testScript(test.text, end));
    }
  }
  return withManifest(verdict, options, about === undefined ? {} : { about }, { files, missing, read, preprocessed });
}

/** The content of files, where N stands for numbers. */
const CONTENTS = {
  'manifest.json': 'the verdict, the options, the statements of the proof, and the hashes of sources and files',
  'model.btor2': 'the transition system of the program, whose `bad` properties are errors',
  'model.c': 'the same as a C program',
  'trial.sh': 'runs the program beside `model.c` on the same inputs, and compares their states',
  'invariant.btor2': 'the invariant over the states of the model',
  'witness.btor2': 'a witness circuit, for Cerbtora',
  'system.smt2': 'the system as Horn clauses',
  'model.smt2': 'the invariant as their solution',
  'task.svlib': 'the system as a task in the format SV-LIB, whose witness is `witness.svlib`',
  'obligations/index.json': 'the condition and the block of each obligation',
  'obligations/N.smt2': 'obligations for SMT solvers, whose answer is to be `unsat`',
  'obligations/N.cnf': 'obligations as clauses',
  'obligations/N.lrat': 'proofs in the format LRAT that these clauses have no model',
  'run.json': 'the run into the error, step by step',
  'run.witness': 'the run of a model in BTOR2, for btorsim',
  [TEST]: 'the inputs of the run, as C',
  'check.sh': 'repeats the run with a compiler or a simulator',
};

/** Tells readers without Lemmata what each file is, and how the folder is checked. */
function readmeOf(verdict: SafeVerdict | UnsafeVerdict, { files }: VerifyOptions, names: readonly string[]): string {
  const all = [...names, MANIFEST];
  const isThere = (name: string): boolean => {
    const [start, end = null] = name.split('/N');
    return all.some((one) => (end === null ? one === name : one.startsWith(start) && one.endsWith(end)));
  };
  const rows = Object.entries(CONTENTS).filter(([name]) => isThere(name));
  return `# ${VERDICTS[verdict.kind]}: ${files.join(', ')}

The property is \`${verdict.property.specification}\`.
Lemmata ${packageJson.version} has written this folder. The program \`lemmata-check\`, which shares no code with it, checks the folder:
\`npx lemmata-check DIR\`. Other programs check single files.

| file | content |
|---|---|
${rows.map(([name, content]) => `| \`${name}\` | ${content} |\n`).join('')}`;
}

/** The files with a text for readers, and with a manifest, which has their hashes. */
function withManifest(
  verdict: SafeVerdict | UnsafeVerdict,
  options: VerifyOptions,
  facts: object,
  {
    files,
    missing,
    ...read
  }: Pick<CertificateContext, 'read' | 'preprocessed'> & {
    readonly files: Map<string, string>;
    readonly missing: readonly string[];
  },
): CertificateFolder {
  files.set('README.md', readmeOf(verdict, options, [...files.keys()]));
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
export function headOf(
  options: VerifyOptions,
  { read = readFileSync, preprocessed = {} }: Pick<CertificateContext, 'read' | 'preprocessed'> = {},
): object {
  return {
    lemmata: packageJson.version,
    sources: Object.fromEntries(options.files.map((file) => [file, sha256(read(file))])),
    preprocessed,
    dataModel: options.dataModel ?? 'LP64',
    byteOrder: options.byteOrder ?? 'little',
    options,
  };
}

const FOLLOWED = 'the system has no step: the encoder or the rewriting of terms has decided the program';

/** The account of the certifier without times, which differ from run to run. */
function ledger(evidence: Evidence): readonly object[] {
  return evidence.map(({ condition, by, count }) => ({ condition, by, count }));
}
