import { readBtor2 } from '../../../../checker/src/btor2.js';
import { MOST_CLAUSES } from '../../../../checker/src/check.js';
import { TooLarge } from '../../../../checker/src/clauses.js';
import { dimacs } from '../../../../checker/src/lrat.js';
import { obligationsOf } from '../../../../checker/src/obligations.js';
import { LemmataError } from '../../../base/errors.ts';
import { statedObligations } from '../../../certify/proof/certificate.ts';
import { aboutTarget, inductiveOfStates, joinedParts } from '../../../certify/proof/parts.ts';
import type { Term } from '../../../logic/terms/builder.ts';
import { sortText } from '../../../logic/terms/sorts.ts';
import type { TermStore } from '../../../logic/terms/store.ts';
import { freeVariables } from '../../../logic/terms/traverse.ts';
import type { Proof } from '../../../race/verdict.ts';
import { endedLatch, type StepModel, stepModel, writeModel } from '../../../system/transys/btor2/print.ts';
import type { Btor2Writer } from '../../../system/transys/btor2/writer.ts';
import { printC } from '../../../system/transys/c-program.ts';
import type { Inductive, Universal, WholeCertificate } from '../../../system/transys/certificate.ts';
import { printChc, printChcModel } from '../../../system/transys/chc.ts';
import { thawSystem } from '../../../system/transys/share.ts';
import { symbol, termText } from '../../../system/transys/smtlib.ts';
import { printSvLib, printSvLibWitness } from '../../../system/transys/svlib.ts';
import type { TransitionSystem } from '../../../system/transys/system.ts';
import { lratProof } from './lrat.ts';
import { type ProofText, proofText } from './proof-text.ts';
import { type ModelProof, witnessCircuit } from './witness-circuit.ts';

/** Bytes of the longest proof of one obligation. */
const MOST_PROOF_BYTES = 2 ** 24;
/** Least time in ms for all proofs in clauses, and for one of them. */
const LEAST_MILLISECONDS = 15_000;
const LEAST_FOR_ONE = 50;

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

/** The time in ms for all proofs in clauses after a verification that took so long. */
export function proofTime(milliseconds: number): number {
  return Math.max(LEAST_MILLISECONDS, milliseconds);
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

/** The files of a proof without their manifest, and the statements to be checked about it; null: it has none. */
export function proofFiles(
  stated: StatedProof,
  milliseconds: number,
): { files: Map<string, string>; missing: string[]; proof: ProofText['proof'] | null } {
  const writer = new FolderWriter(stated, milliseconds);
  writer.write();
  return writer;
}

/** The certificate as an inductive invariant that speaks of states alone; null: it is none. */
function solutionOf({ system, certificate }: StatedProof): Inductive | Universal | null {
  const proof =
    certificate.kind === 'states'
      ? inductiveOfStates(system, certificate)
      : certificate.kind === 'parts'
        ? joinedParts(system, certificate)
        : certificate;
  if (proof?.kind === 'inductive') return proof.k === 0 && proof.instances.length === 0 ? proof : null;
  return proof?.kind === 'universal' && (proof.recorded ?? []).length === 0 ? proof : null;
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

  /** The system as Horn clauses, and the invariant as a solution of them; and both as a task with a witness. */
  #clauses(): void {
    const solution = solutionOf(this.stated);
    if (solution === null) {
      this.missing.push(
        'system.smt2, model.smt2, task.svlib and witness.svlib: the invariant alone is no solution of Horn clauses',
      );
      return;
    }
    const { system } = this.stated;
    const bound = solution.kind === 'universal' ? solution.bound : [];
    this.files.set('system.smt2', printChc(system));
    this.files.set('model.smt2', printChcModel(system, solution.invariant, bound));
    const model = stepModel(system);
    const ended = endedLatch(system);
    const whole = ended === null ? solution.invariant : system.terms.or(ended, solution.invariant);
    this.files.set('task.svlib', printSvLib(model));
    this.files.set('witness.svlib', printSvLibWitness(model, whole, bound));
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

  /** Writes clauses and proof of an obligation, unless its circuits are constant. `left`: milliseconds for all proofs. */
  #proved(
    make: () => ReturnType<ReturnType<typeof obligationsOf>[number]['formula']>,
    name: string,
    left: number,
  ): Pick<IndexEntry, 'cnf' | 'lrat'> {
    try {
      if (left < -this.milliseconds) throw new TooLarge('no time is left for it');
      const formula = make();
      if (formula.clauses.some((clause) => clause.length === 0)) return {};
      // A hard obligation leaves time to the others.
      const milliseconds = Math.max(LEAST_FOR_ONE, 0.75 * left);
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
function smtText(terms: TermStore, formulas: readonly Term[], title: string): string {
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
