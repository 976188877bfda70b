import { spawnSync } from 'node:child_process';
import type { Literal, SatAnswer, SatSolver } from '../../../../src/logic/sat/types.ts';

/** A problem in conjunctive normal form; literals as the solver has them. */
export interface Cnf {
  readonly name: string;
  readonly variables: number;
  readonly clauses: readonly (readonly Literal[])[];
}

/** Numbers from 0 to n - 1, the same for the same seed (Vigna's splitmix, 32 bits). */
export function randomNumbers(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return ((z ^ (z >>> 16)) >>> 0) % n;
  };
}

/** Uniform random 3-SAT; about half of them are satisfiable at 4.26 clauses a variable. */
export function random3Sat(variables: number, ratio: number, seed: number): Cnf {
  const random = randomNumbers(seed);
  const clauses: Literal[][] = [];
  for (let i = 0; i < Math.round(variables * ratio); i++) {
    const chosen = new Set<number>();
    while (chosen.size < 3) chosen.add(random(variables));
    clauses.push([...chosen].map((variable) => 2 * variable + random(2)));
  }
  return { name: `random 3-SAT ${variables} ${ratio} ${seed}`, variables, clauses };
}

/** One pigeon more than there are holes: unsatisfiable, and hard for resolution (Haken 1985). */
export function pigeonHole(holes: number): Cnf {
  const clauses: Literal[][] = [];
  const inHole = (pigeon: number, hole: number): Literal => 2 * (pigeon * holes + hole);
  for (let pigeon = 0; pigeon <= holes; pigeon++) {
    clauses.push(Array.from({ length: holes }, (_, hole) => inHole(pigeon, hole)));
    for (let other = 0; other < pigeon; other++) {
      for (let hole = 0; hole < holes; hole++) clauses.push([inHole(pigeon, hole) ^ 1, inHole(other, hole) ^ 1]);
    }
  }
  return { name: `pigeon hole ${holes}`, variables: (holes + 1) * holes, clauses };
}

/** Random equations of three variables each over GF(2). */
export function parity(variables: number, equations: number, seed: number): Cnf {
  const random = randomNumbers(seed);
  const clauses: Literal[][] = [];
  for (let i = 0; i < equations; i++) {
    const chosen = new Set<number>();
    while (chosen.size < 3) chosen.add(random(variables));
    const right = random(2);
    for (let signs = 0; signs < 8; signs++) {
      const odd = (signs ^ (signs >> 1) ^ (signs >> 2)) & 1;
      if (odd === right) clauses.push([...chosen].map((variable, place) => 2 * variable + ((signs >> place) & 1)));
    }
  }
  return { name: `parity ${variables} ${equations} ${seed}`, variables, clauses };
}

/** Clauses of gates, built one by one (Tseitin 1968). */
class Circuit {
  readonly clauses: Literal[][] = [];
  variables = 0;

  input(): Literal {
    return 2 * this.variables++;
  }

  inputs(count: number): Literal[] {
    return Array.from({ length: count }, () => this.input());
  }

  and(a: Literal, b: Literal): Literal {
    const out = this.input();
    this.clauses.push([out ^ 1, a], [out ^ 1, b], [out, a ^ 1, b ^ 1]);
    return out;
  }

  xor(a: Literal, b: Literal): Literal {
    const out = this.input();
    this.clauses.push([out ^ 1, a, b], [out ^ 1, a ^ 1, b ^ 1], [out, a ^ 1, b], [out, a, b ^ 1]);
    return out;
  }

  /** The full product, least bit first, by rows of ripple adders. */
  product(a: readonly Literal[], b: readonly Literal[]): Literal[] {
    const no = this.input();
    this.clauses.push([no ^ 1]);
    let sum: Literal[] = Array.from({ length: a.length + b.length }, () => no);
    for (const [shift, bit] of b.entries()) {
      let carry = no;
      const next = [...sum];
      for (let i = shift; i < sum.length; i++) {
        const row = i - shift < a.length ? this.and(a[i - shift], bit) : no;
        const half = this.xor(sum[i], row);
        next[i] = this.xor(half, carry);
        carry = this.and(this.and(sum[i], row) ^ 1, this.and(half, carry) ^ 1) ^ 1;
      }
      sum = next;
    }
    return sum;
  }
}

/** a * b differs from b * a: unsatisfiable. */
export function productsDiffer(width: number): Cnf {
  const circuit = new Circuit();
  const a = circuit.inputs(width);
  const b = circuit.inputs(width);
  const ab = circuit.product(a, b);
  const ba = circuit.product(b, a);
  circuit.clauses.push(ab.map((bit, i) => circuit.xor(bit, ba[i])));
  return { name: `products of ${width} bits`, variables: circuit.variables, clauses: circuit.clauses };
}

/** Two factors of `width` bits, neither of them 1, with the given product. */
export function factors(product: number, width: number): Cnf {
  const circuit = new Circuit();
  const a = circuit.inputs(width);
  const b = circuit.inputs(width);
  for (const [i, bit] of circuit.product(a, b).entries()) circuit.clauses.push([bit ^ (((product >> i) & 1) ^ 1)]);
  circuit.clauses.push(a.slice(1), b.slice(1));
  return { name: `factors of ${product}`, variables: circuit.variables, clauses: circuit.clauses };
}

/** Adds the clauses from the `first` on up to `last`, clause i to part i modulo `parts`. */
export function load(solver: SatSolver, cnf: Cnf, parts = 1): boolean {
  for (let i = 0; i < cnf.variables; i++) solver.newVariable();
  let open = true;
  for (const [i, clause] of cnf.clauses.entries()) open = solver.addClause(clause, i % parts) && open;
  return open;
}

/** The first clause that the solver's model makes false. */
export function falsified(solver: SatSolver, clauses: Cnf['clauses']): readonly Literal[] | undefined {
  return clauses.find((clause) => !clause.some((literal) => solver.value(literal)));
}

function toDimacs(cnf: Cnf): string {
  const lines = cnf.clauses.map((clause) =>
    [...clause.map((l) => ((l & 1) === 0 ? 1 + (l >> 1) : -1 - (l >> 1))), 0].join(' '),
  );
  return `p cnf ${cnf.variables} ${cnf.clauses.length}\n${lines.join('\n')}\n`;
}

export const hasCadical = spawnSync('cadical', ['--version']).status === 0;

export function cadical(cnf: Cnf): SatAnswer {
  const { status } = spawnSync('cadical', ['-q', '-n'], { input: toDimacs(cnf) });
  return status === 10 ? 'sat' : status === 20 ? 'unsat' : 'unknown';
}
