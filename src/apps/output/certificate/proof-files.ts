import { readBtor2, type System } from '../../../../checker/src/btor2.js';
import { MOST_CLAUSES } from '../../../../checker/src/check.js';
import { TooLarge } from '../../../../checker/src/clauses.js';
import { dimacs } from '../../../../checker/src/lrat.js';
import { conjunctsOf, type Obligation, obligationsOf } from '../../../../checker/src/obligations.js';
import { workClock } from '../../../base/clock.ts';
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

/** Most bytes of the proof of one obligation, and of all clauses and proofs. */
const MOST_BYTES = { ofProof: 2 ** 24, ofAll: 2 ** 28 };
/** Least time in ms for all proofs in clauses, and for one of them. */
const LEAST_MILLISECONDS = 30_000;
const LEAST_FOR_ONE = 50;
/** Share of the time left that one obligation may take; less if it can be divided. */
const SHARE = 0.75;
const SHARE_OF_STEP = 0.2;
/** Most parts of an obligation. */
const MOST_PARTS = 24;
/** Clauses from which on a step is divided at once, if it can be. */
const LARGE_STEP = 200_000;
const MOST_DISJUNCTS = 500;

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

/**
 * The files of a proof without their manifest, and the statements to be checked about it; null: it has none.
 * `milliseconds`: for proofs in clauses, by `workClock`. `most`: see `MOST_BYTES`.
 */
export function proofFiles(
  stated: StatedProof,
  milliseconds: number,
  most = MOST_BYTES,
): { files: Map<string, string>; missing: string[]; proof: ProofText['proof'] | null } {
  const writer = new FolderWriter(stated, milliseconds, most);
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
  /** Bytes that clauses and proofs may still have. */
  #bytes: number;

  constructor(
    private readonly stated: StatedProof,
    private readonly milliseconds: number,
    private readonly most: typeof MOST_BYTES,
  ) {
    this.#bytes = most.ofAll;
  }

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
    const { proof } = this;
    if (proof === null) return;
    const [model, invariant] = ['model.btor2', 'invariant.btor2'].map((name) =>
      readBtor2(this.files.get(name) ?? '', name),
    );
    const [work, wall] = [workClock(), performance.now()];
    // A busy machine has twice the time.
    const left = (): number => this.milliseconds - Math.max(workClock() - work, (performance.now() - wall) / 2);
    const isOpenStep = ({ obligation, clauses }: Proved): boolean =>
      obligation.condition === 'consecution' && clauses.kind === 'none';
    const conjuncts = divisionOf(invariant, proof);
    const whole = obligationsOf(model, invariant, proof).map((obligation): Proved => {
      const isStep = obligation.condition === 'consecution';
      const most = isStep && conjuncts !== 1 ? LARGE_STEP : MOST_CLAUSES;
      return { obligation, clauses: this.#clausesOf(obligation, left(), isStep ? SHARE_OF_STEP : SHARE, most) };
    });
    const divided =
      conjuncts === 1 ? [] : whole.filter(isOpenStep).map(({ obligation }) => ({ case: obligation.case, conjuncts }));
    const parts = divided.length === 0 ? [] : obligationsOf(model, invariant, { ...proof, divided });
    const found = whole.flatMap((one) => {
      const own = parts.filter(({ case: value, part }) => part !== null && value === one.obligation.case);
      return isOpenStep(one) && own.length > 0 ? this.#divided(one, own, left) : [one];
    });
    const kept = divided.filter((one) =>
      found.some(({ obligation: { case: value, part } }) => part !== null && value === one.case),
    );
    if (kept.length > 0) this.proof = { ...proof, divided: kept };
    for (const [i, one] of found.entries()) this.#add(i + 1, one);
  }

  /** The parts of an open step, if all of them have proofs within the time that is left; else the step, tried again. */
  #divided({ obligation: whole, clauses: open }: Proved, parts: readonly Obligation[], left: () => number): Proved[] {
    if (left() <= 0) return [{ obligation: whole, clauses: open }];
    const proved: Proved[] = [];
    for (const obligation of parts) {
      const clauses = this.#clausesOf(obligation, left(), SHARE);
      if (clauses.kind === 'none') return [{ obligation: whole, clauses: this.#clausesOf(whole, left(), SHARE) }];
      proved.push({ obligation, clauses });
    }
    return proved;
  }

  /** Adds the files of an obligation, as far as the bytes suffice. The checker makes clauses itself. */
  #add(number: number, { obligation, clauses }: Proved): void {
    const name = `obligations/${number}`;
    const [cnf, lrat] = [`${name}.cnf`, `${name}.lrat`];
    const files: { cnf?: string; lrat?: string } = {};
    const lacks = (file: string, text: string): boolean => {
      const isTooLong = text.length > this.#bytes;
      if (isTooLong) this.missing.push(`${file}: clauses and proofs would have more than ${this.most.ofAll} bytes`);
      else {
        this.#bytes -= text.length;
        this.files.set(file, text);
      }
      return isTooLong;
    };
    if (clauses.kind === 'none') this.missing.push(`${name}${clauses.why}`);
    if (clauses.kind === 'proof' && !lacks(lrat, clauses.lrat)) {
      files.lrat = lrat;
      if (!lacks(cnf, clauses.cnf)) files.cnf = cnf;
    }
    this.#entries.push({ number, condition: obligation.condition, ...this.#place(obligation.case), ...files });
  }

  #place(block: number | null): { readonly block?: number; readonly at?: string } {
    const found = block === null ? undefined : this.stated.system.blocks[block];
    return found === undefined ? {} : { block: found.id, at: found.name };
  }

  /** `left`: milliseconds for all proofs, of which this one takes at most a share. */
  #clausesOf({ formula: make }: Obligation, left: number, share: number, most = MOST_CLAUSES): ObligationClauses {
    try {
      if (left < -this.milliseconds) throw new TooLarge('no time is left for it');
      const formula = make(most);
      if (formula.clauses.some((clause) => clause.length === 0)) return { kind: 'constant' };
      // A hard obligation leaves time to the others.
      const milliseconds = Math.max(LEAST_FOR_ONE, share * left);
      const found = lratProof(formula, { milliseconds, bytes: this.most.ofProof });
      if (found.kind === 'proof') return { kind: 'proof', cnf: dimacs(formula), lrat: found.text };
      return { kind: 'none', why: `.lrat: ${found.why}` };
    } catch (error) {
      if (error instanceof TooLarge) return { kind: 'none', why: `.cnf: ${error.message}` };
      throw error;
    }
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

/** The clauses of an obligation with their proof. `why`: the end of a sentence that begins with the obligation's name. */
type ObligationClauses =
  | { readonly kind: 'constant' }
  | { readonly kind: 'proof'; readonly cnf: string; readonly lrat: string }
  | { readonly kind: 'none'; readonly why: string };

interface Proved {
  readonly obligation: Obligation;
  readonly clauses: ObligationClauses;
}

/** The number of parts into which the conjuncts of an invariant are divided; 0: its disjuncts are told apart. */
function divisionOf(invariant: System, { bound }: ProofText['proof']): number {
  const output = invariant.outputs.get('invariant') ?? 0;
  const conjuncts = conjunctsOf(invariant, output).length;
  const disjuncts = bound.length > 0 ? 0 : conjunctsOf(invariant, -output).length;
  return disjuncts > Math.max(conjuncts, 1) && disjuncts <= MOST_DISJUNCTS ? 0 : Math.min(conjuncts, MOST_PARTS);
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
