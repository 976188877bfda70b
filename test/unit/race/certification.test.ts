import { describe, expect, test } from 'vitest';
import { SharedCheck } from '../../../src/certify/proof/shared-check.ts';
import { packTerm } from '../../../src/logic/terms/pack.ts';
import { TermStore } from '../../../src/logic/terms/store.ts';
import { Certification, effortOf } from '../../../src/race/certification/certification.ts';
import type {
  CertifierAnswer,
  CertifierApi,
  CertifierJob,
  CheckJob,
  FollowerApi,
} from '../../../src/race/messages/certification.ts';
import { Service } from '../../../src/race/threads/service.ts';
import { answer, serve } from '../../../src/race/worker/serve.ts';
import { freezeSystem } from '../../../src/system/transys/share.ts';
import { ALL } from '../../../src/system/transys/target.ts';
import { oddCounter } from '../system/transys/examples.ts';

const job: CertifierJob = {
  certificate: { kind: 'runs', bound: 1 },
  reduced: null,
  system: freezeSystem(oddCounter()),
  target: ALL,
};
const accepted: CertifierAnswer = {
  kind: 'accepted',
  proof: { certificate: job.certificate, system: job.system, target: job.target, evidence: [] },
};
const never = (): Promise<CertifierAnswer> => new Promise(() => {});
const undecided = (why: string) => async (): Promise<CertifierAnswer> => ({ kind: 'undecided', why });
const failing = async (): Promise<CertifierAnswer> => {
  throw new Error('trapped');
};

type Check = (job: CheckJob) => Promise<CertifierAnswer>;

/** Services in this thread that check as told; `ended` counts those that were ended. */
function certification(plain: Check, z3: Check, follow: (() => Promise<string | null>) | null = null) {
  const ended: string[] = [];
  const following = (): Service<FollowerApi> =>
    new Service((task, signal) => {
      signal.addEventListener('abort', () => ended.push('follower'));
      return serve(task, { follow: () => answer(() => follow?.() ?? null) });
    });
  const program = { program: new SharedArrayBuffer(0), errorFunctions: [] };
  const follower = follow === null ? null : { program, start: following };
  const checker = (name: string, check: Check) => {
    const api: CertifierApi = {
      prepare: () => answer(() => null),
      check: (one) => answer(() => check(one)),
      closed: () => answer(() => ({ accepted: true, head: 0, text: null })),
      minimise: () => answer(() => null),
      words: () => answer(() => null),
    };
    const service = new Service<CertifierApi>((task, signal) => {
      signal.addEventListener('abort', () => ended.push(name));
      return serve(task, api);
    });
    return { service, ready: Promise.resolve() };
  };
  return { certification: new Certification(checker('plain', plain), () => checker('z3', z3), follower), ended };
}

async function outcome(plain: Check, z3: Check): Promise<CertifierAnswer> {
  const { certification: both } = certification(plain, z3);
  const { answer: found } = await both.check(job);
  both.end();
  return found;
}

describe('two threads that check one certificate', () => {
  test('the first that decides does so for both', async () => {
    expect((await outcome(async () => accepted, never)).kind).toBe('accepted');
    expect((await outcome(never, async () => accepted)).kind).toBe('accepted');
    expect(await outcome(never, async () => ({ kind: 'refused', why: 'step' }))).toEqual({
      kind: 'refused',
      why: 'step',
    });
  });

  test('the second is not started where the first is soon done', async () => {
    let started = 0;
    const count: Check = async () => {
      started++;
      return accepted;
    };
    expect((await outcome(async () => accepted, count)).kind).toBe('accepted');
    expect(started).toBe(0);
    expect((await outcome(undecided('arrays'), count)).kind).toBe('accepted');
    expect(started).toBe(1);
  });

  test('one that does not know or fails leaves it to the other', async () => {
    const slowly: Check = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return accepted;
    };
    expect((await outcome(undecided('arrays'), slowly)).kind).toBe('accepted');
    expect((await outcome(slowly, failing)).kind).toBe('accepted');
  });

  test('where neither knows it is not decided, and where both fail that is an error', async () => {
    expect(await outcome(undecided('arrays'), undecided('timeout'))).toEqual({
      kind: 'undecided',
      why: 'arrays; timeout',
    });
    expect(await outcome(undecided('arrays'), failing)).toEqual({ kind: 'undecided', why: 'arrays; trapped' });
    await expect(outcome(failing, failing)).rejects.toThrow('trapped');
  });

  test('both know what the other has shown', async () => {
    const show: Check = async ({ cells }) => {
      Atomics.store(new Int32Array(cells), 0, 1);
      return { kind: 'undecided', why: 'a part only' };
    };
    const wait: Check = async ({ cells, by }) => {
      while (Atomics.load(new Int32Array(cells), 0) === 0) await new Promise((resolve) => setTimeout(resolve, 1));
      return by === 'z3' ? accepted : { kind: 'undecided', why: by };
    };
    expect((await outcome(show, wait)).kind).toBe('accepted');
  });

  test('the other checker takes over the obligations of one that fails', async () => {
    const dying: Check = async ({ cells, direction }) => {
      const view = new Int32Array(cells);
      let inTheMidst = Int32Array.from(view);
      new SharedCheck(cells, direction).once(
        0,
        () => {
          inTheMidst = Int32Array.from(view);
          return false;
        },
        () => {},
      );
      view.set(inTheMidst);
      throw new Error('out of memory');
    };
    const other: Check = async ({ cells, direction }) => {
      const impatient = (): never => {
        throw new Error('waits for who is gone');
      };
      const isShown = new SharedCheck(cells, direction).once(0, () => true, impatient);
      return isShown ? accepted : { kind: 'undecided', why: 'not shown' };
    };
    expect((await outcome(dying, other)).kind).toBe('accepted');
  });

  describe('beside one that follows the program of a long run', () => {
    const long: CertifierJob = { ...job, certificate: { kind: 'runs', bound: 1000 } };

    test('accept what it shows, and do not unroll the run meanwhile', async () => {
      const unrolled: boolean[] = [];
      const plain: Check = async ({ unroll }) => {
        unrolled.push(unroll);
        return { kind: 'undecided', why: 'not followed' };
      };
      const { certification: all, ended } = certification(plain, never, async () => null);
      expect(await all.check(long)).toMatchObject({
        answer: {
          kind: 'accepted',
          proof: {
            certificate: long.certificate,
            system: long.system,
            evidence: [{ condition: 'exhaustion', by: ['path'], count: 1 }],
          },
        },
        by: null,
      });
      expect([unrolled, ended]).toEqual([[false], ['follower']]);
      all.end();
    });

    test('go on by themselves where the path is open', async () => {
      const plain: Check = async ({ unroll }) => (unroll ? accepted : { kind: 'undecided', why: 'not followed' });
      const { certification: all } = certification(plain, never, async () => 'an input decides');
      expect((await all.check(long)).answer.kind).toBe('accepted');
      all.end();
    });

    test('do without it for short runs', async () => {
      const { certification: all, ended } = certification(
        async () => accepted,
        never,
        async () => null,
      );
      expect((await all.check(job)).by).not.toBeNull();
      expect(ended).toEqual([]);
      all.end();
    });
  });

  test('are ended, but for one that is kept', async () => {
    const { certification: both, ended } = certification(never, async () => accepted);
    const { by } = await both.check(job);
    both.end(by);
    expect(ended).toEqual(['plain']);
    by?.end();
    expect(ended).toEqual(['plain', 'z3']);
  });
});

test('what has fewer nodes and fewer steps is less effort', () => {
  const terms = new TermStore();
  const x = terms.variable('x', { kind: 'bv', width: 8 });
  const small = packTerm(terms, terms.eq(x, terms.bv(8, 1)));
  const large = packTerm(terms, terms.ult(terms.mul(x, x), terms.add(x, terms.bv(8, 3))));
  const inductive = (k: number, terms: readonly (typeof small)[]) =>
    effortOf({ certificate: { kind: 'inductive', invariant: 0, k, instances: [] }, terms });
  expect(inductive(0, [small])).toBeLessThan(inductive(0, [large]));
  expect(inductive(0, [small])).toBeLessThan(inductive(1, [small]));
});
