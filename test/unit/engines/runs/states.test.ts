import { describe, expect, test } from 'vitest';
import { checkCertificate } from '../../../../src/certify/proof/certificate.ts';
import { exploreStates } from '../../../../src/engines/runs/states/states.ts';
import { Evaluator } from '../../../../src/logic/terms/evaluate.ts';
import type { ModelValue } from '../../../../src/logic/terms/solver.ts';
import type { StateList, States } from '../../../../src/system/transys/certificate.ts';
import { simplify } from '../../../../src/system/transys/passes/simplify.ts';
import type { TransitionSystem } from '../../../../src/system/transys/system.ts';
import { enumerate, randomSource, randomSystem } from '../../system/transys/random-systems.ts';
import { contextFor } from '../context.ts';
import { judge } from '../judge.ts';

const SYSTEMS = Number(process.env.LEMMATA_RUNS ?? 150);
const CORRUPTED = 200;

const noSolver = {
  create: (): never => {
    throw new Error('it asks no solver');
  },
};

const systemOf = (seed: number): TransitionSystem =>
  randomSystem(seed, { blocks: 2 + (seed % 3), gaps: seed % 2 === 0 });

function certificateOf(system: TransitionSystem): States | null {
  const claim = exploreStates(contextFor(system, noSolver));
  return claim?.kind === 'safe' && claim.certificate.kind === 'states' ? claim.certificate : null;
}

describe('explicit states', () => {
  test('agree with an enumeration of all states, on systems and on their simplifications', () => {
    let decided = 0;
    for (let seed = 1; seed <= SYSTEMS; seed++) {
      const system = systemOf(seed);
      const truth = enumerate(system);
      const { system: reduced, back } = simplify(system);
      for (const s of [system, reduced]) {
        const claim = exploreStates(contextFor(s, noSolver));
        if (claim === null) continue;
        const judgement = judge(claim, system, noSolver, s === system ? null : back);
        const why = `seed ${seed}: ${JSON.stringify(judgement, (_, v) => (typeof v === 'bigint' ? `${v}` : v))}`;
        if (judgement.verdict === 'TRUE') expect([truth.bad, truth.gap], why).toEqual([null, null]);
        else if (judgement.verdict === 'FALSE') expect(judgement.depth, why).toBe(truth.bad);
        else expect.fail(why);
        decided += 1;
      }
    }
    // The others reach a gap.
    expect(decided).toBeGreaterThan(1.7 * SYSTEMS);
  });

  test('corrupted lists are refused', () => {
    let refused = 0;
    for (let seed = 1; refused < CORRUPTED; seed++) {
      const system = systemOf(seed);
      const certificate = system.stateVars.length > 3 ? null : certificateOf(system);
      if (certificate === null) continue;
      const random = randomSource(seed);
      for (let i = 0; i < 8; i++) {
        const changed = corrupted(certificate, random);
        if (changed === null || isClosed(system, changed)) continue;
        expect(checkCertificate(system, changed, noSolver), `seed ${seed}`).toMatchObject({ accepted: false });
        refused += 1;
      }
    }
  });
});

/** A list with one change: an entry or a block is left out, or a bound, a variable or a block is another one. */
function corrupted({ blocks }: States, random: (n: number) => number): States | null {
  if (blocks.length === 0) return null;
  const at = random(blocks.length);
  const list = blocks[at];
  const width = 2 * list.variables.length;
  if (width === 0) return null;
  const put = (changed: StateList | null): States => ({
    kind: 'states',
    blocks: blocks.flatMap((old, i) => (i === at ? (changed ?? []) : old)),
  });
  const bounds = list.bounds.slice();
  switch (random(5)) {
    case 0:
      return put(null);
    case 1: {
      const entry = random(bounds.length / width);
      const kept = bounds.filter((_, i) => Math.floor(i / width) !== entry);
      return put({ ...list, bounds: kept });
    }
    case 2:
      bounds[random(bounds.length)] += random(2) === 0 ? 1 : -1;
      return put({ ...list, bounds });
    case 3:
      return put({ ...list, variables: list.variables.toReversed() });
    default:
      return put({ ...list, block: list.block + 1 });
  }
}

/** Whether lists are a proof, by evaluation of all their states. Malformed lists are none. */
function isClosed(system: TransitionSystem, { blocks: lists }: States): boolean {
  const { terms, stateVars, inputs, blocks, pc } = system;
  if (new Set(lists.map(({ block }) => block)).size < lists.length) return false;
  if (lists.some(({ block }) => blocks[block] === undefined)) return false;
  const valuesOf = (t: number): ModelValue[] => {
    const sort = terms.sort(t);
    return sort.kind === 'bv' ? Array.from({ length: 2 ** sort.width }, (_, i) => BigInt(i)) : [false, true];
  };
  const product = (variables: readonly number[]): Map<number, ModelValue>[] =>
    variables.reduce<Map<number, ModelValue>[]>(
      (all, v) => all.flatMap((m) => valuesOf(v).map((value) => new Map(m).set(v, value))),
      [new Map()],
    );
  const numberOf = (t: number, value: ModelValue): number => {
    const sort = terms.sort(t);
    return sort.kind === 'bv' && typeof value === 'bigint' ? Number(BigInt.asIntN(sort.width, value)) : Number(value);
  };
  const isListed = (block: number, valueAt: (t: number) => ModelValue): boolean => {
    if (block === 0) return true;
    const list = lists.find((one) => one.block === block);
    if (list === undefined) return false;
    const width = 2 * list.variables.length;
    for (let entry = 0; entry < list.bounds.length; entry += width) {
      const isIn = list.variables.every((t, i) => {
        const number = numberOf(t, valueAt(t));
        return list.bounds[entry + 2 * i] <= number && number <= list.bounds[entry + 2 * i + 1];
      });
      if (isIn) return true;
    }
    return false;
  };
  const states = product(stateVars.flatMap(({ term }, i) => (i === pc ? [] : [term])));
  const choices = product(inputs.flatMap(({ term, phase }) => (phase === 'step' ? [term] : [])));
  for (const block of blocks)
    for (const state of states) {
      if (!isListed(block.id, (t) => state.get(t)!)) continue;
      for (const choice of choices) {
        const values = new Evaluator(terms, (t) => state.get(t) ?? choice.get(t) ?? BigInt(block.id));
        if (values.value(block.bad) === true || values.value(block.gap) === true) return false;
        if (values.value(block.feasible) !== true) continue;
        const index = new Map(stateVars.map(({ term }, i) => [term, i]));
        const to = Number(values.value(block.next[pc ?? 0]));
        if (!isListed(to, (t) => values.value(block.next[index.get(t) ?? 0]))) return false;
      }
    }
  return true;
}
