import { describe, expect, it } from 'vitest';
import { verdictName } from '../../../src/apps/output/report/verdict-line.ts';
import type { ProgramRun } from '../../../src/certify/replay/recorded-run.ts';
import type { CheckRace } from '../../../src/race/coordinator/check-races.ts';
import type { EngineHost } from '../../../src/race/coordinator/host.ts';
import { Race } from '../../../src/race/coordinator/race.ts';
import { type RacingSession, RunningRace } from '../../../src/race/coordinator/races.ts';
import type { VerifyEventBody } from '../../../src/race/events.ts';
import type { CertifierAnswer, ReplayAnswer } from '../../../src/race/messages/certification.ts';
import type { PackedClaim, PackedProof } from '../../../src/race/messages/engines.ts';
import { unreachCall } from '../../../src/race/property.ts';
import { EngineThread } from '../../../src/race/schedule/engine-thread.ts';
import { OpenChecks } from '../../../src/race/schedule/open-checks.ts';
import { SharedStatus } from '../../../src/race/schedule/shared-status.ts';
import type { RacingEngine, Slices } from '../../../src/race/schedule/slices.ts';
import { ALL, type Target } from '../../../src/system/transys/target.ts';

/** `spent`: says that the engine has used so much CPU time (ms) and waits. */
type Behaviour = (
  status: SharedStatus,
  offer: () => void,
  spent: (used: number) => void,
  prove: (claim: PackedProof) => void,
) => Promise<PackedClaim>;

const claimSafe: PackedClaim = {
  kind: 'safe',
  detail: '',
  certificate: { certificate: { kind: 'runs', bound: 3 }, terms: [] },
};
const claimUnsafe: PackedClaim = { kind: 'unsafe', detail: '', run: { kind: 'program', inputs: [] } };
const run: ProgramRun = {
  kind: 'program',
  inputs: [],
  arguments: null,
  environment: [],
  further: { sources: [], series: [] },
  errorFunction: 'reach_error',
  steps: [],
  omitted: null,
  length: 0,
  callStack: [],
  cycle: null,
  error: { file: 'a.c', line: 1, column: 1 },
  programInputs: [],
};

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
async function until(holds: () => boolean): Promise<void> {
  do await sleep(1);
  while (!holds());
}
const forever = (status: SharedStatus): Promise<PackedClaim> =>
  new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!status.stopped) return;
      clearInterval(timer);
      resolve({ kind: 'unknown', end: { kind: 'stopped', aborted: false } });
    }, 5);
  });

/** A race of engines that do as told. */
function race(
  engines: Readonly<Record<string, Behaviour>>,
  options: {
    certify?: EngineHost['certify'];
    replay?: () => Promise<ReplayAnswer>;
    slots?: number;
    loopFree?: boolean;
    engine?: RacingEngine['engine'];
    early?: EngineThread;
    checks?: CheckRace;
  } = {},
) {
  const events: VerifyEventBody[] = [];
  const ended: string[] = [];
  const engineHost: EngineHost = {
    start(racing, listener) {
      const status = new SharedStatus();
      let abort = (_: unknown): void => {};
      const aborted = new Promise<never>((_, reject) => {
        abort = reject;
      });
      // The messages of a thread arrive after the call that starts it.
      const offer = async (): Promise<void> => {
        await null;
        listener.offer(racing.id, { kind: 'program', inputs: [] });
      };
      const answer = Promise.race([
        engines[racing.id](
          status,
          () => void offer(),
          (used) => listener.spent(racing.id, used),
          (claim) => listener.proof(racing.id, claim),
        ),
        aborted,
      ]);
      const end = (): void => {
        ended.push(racing.id);
        abort(new Error('aborted'));
      };
      const open = options.checks?.open.names ?? [];
      const target: Target = options.checks === undefined ? ALL : { kind: 'labels', labels: open };
      return new EngineThread(racing.id, racing.engine, target, status, answer, end);
    },
    certify: options.certify ?? (async () => ({ kind: 'accepted', proof: {} as never })),
    replay: options.replay ?? (async () => ({ kind: 'reproduced', run })),
  };
  const slices: Slices = {
    engines: Object.keys(engines).map((id) => ({ id, engine: options.engine ?? 'bmc', options: {} })),
    slices: Object.keys(engines).map((id) => ({ engine: id, milliseconds: 100 })),
    nearlyAll: [],
    fewLeft: [],
  };
  const running = new Race(
    engineHost,
    {
      slices,
      slots: options.slots ?? 8,
      loopFree: options.loopFree ?? false,
      early: options.early ?? null,
      checks: options.checks ?? null,
    },
    (event) => events.push(event),
  );
  return {
    running,
    events,
    ended,
    kinds: () => events.map((event) => ('engine' in event ? `${event.kind} ${event.engine}` : event.kind)),
  };
}

describe('Race', () => {
  it('is won by the first certified claim; the others are stopped', async () => {
    const { running, kinds } = race({ a: forever, b: async () => claimSafe });
    expect(await running.result).toMatchObject({ kind: 'safe', engine: 'b' });
    expect(kinds()).toEqual(['engine-started a', 'engine-started b', 'claim b', 'certified b', 'engine-ended a']);
  });

  it('certifies a claim from before the race, and goes on without it where it is refused', async () => {
    const early = (): EngineThread =>
      new EngineThread('early', 'kind', ALL, new SharedStatus(), Promise.resolve(claimSafe), () => {});
    const won = race({ a: forever }, { early: early() });
    expect(await won.running.result).toMatchObject({ kind: 'safe', engine: 'early' });
    const refuse = async (): Promise<CertifierAnswer> => ({ kind: 'refused', why: 'no' });
    const lost = race({ a: async () => claimUnsafe }, { early: early(), certify: refuse });
    expect(await lost.running.result).toMatchObject({ kind: 'unsafe', engine: 'a' });
    const alone = race({}, { early: early(), certify: refuse });
    expect(await alone.running.result).toMatchObject({ kind: 'unknown', reason: { kind: 'crashed' } });
  });

  it('aborts an engine that does not stop when asked', async () => {
    const { running, ended } = race({ a: () => new Promise(() => {}), b: async () => claimUnsafe });
    expect(await running.result).toMatchObject({ kind: 'unsafe', engine: 'b', run });
    expect(ended).toEqual([]);
    await expect.poll(() => ended, { timeout: 10_000 }).toEqual(['a']);
  });

  it('goes on without an engine that throws, traps or runs out of memory, and reports it', async () => {
    const fail =
      (code: string, message: string): Behaviour =>
      () =>
        Promise.reject(Object.assign(new Error(message), { code }));
    const { running, events } = race({
      a: fail('E-SOLVER', 'Z3 trapped: memory access out of bounds'),
      b: fail('ERR_WORKER_OUT_OF_MEMORY', 'heap'),
      c: fail('none', 'oops'),
      d: async () => {
        await until(() => ends().length === 3);
        return claimSafe;
      },
    });
    const ends = (): unknown[] =>
      events.flatMap((event) => (event.kind === 'engine-ended' ? [[event.engine, event.end.kind]] : []));
    expect(await running.result).toMatchObject({ kind: 'safe', engine: 'd' });
    expect(ends()).toEqual([
      ['a', 'crashed'],
      ['b', 'out-of-memory'],
      ['c', 'crashed'],
    ]);
  });

  it('is unknown with all reasons when every engine has left', async () => {
    const { running } = race({
      a: async () => Promise.reject(new Error('first')),
      b: async () => Promise.reject(new Error('second')),
    });
    const result = await running.result;
    expect(result).toMatchObject({ kind: 'unknown', reason: { kind: 'crashed', why: 'a: first; b: second' } });
  });

  it('reports a refused claim, drops the bound of its engine, and goes on', async () => {
    const bounded: Behaviour = async (status) => {
      status.raiseBound(100);
      return claimSafe;
    };
    const other: Behaviour = async (status) => {
      status.raiseBound(7);
      await until(() => kinds().includes('refused a'));
      return { kind: 'unknown', end: { kind: 'incomplete', why: 'gave up' } };
    };
    const { running, kinds } = race(
      { a: bounded, b: other },
      { certify: async () => ({ kind: 'refused', why: 'consecution' }) },
    );
    const result = await running.result;
    expect(kinds()).toContain('refused a');
    expect(result).toMatchObject({ kind: 'unknown', reason: { kind: 'incomplete', why: 'gave up' }, safeUpTo: 7 });
  });

  it('takes an unsupported construct for the reason, not an engine that gave up', async () => {
    const at = { file: 'a.c', line: 3, column: 1 };
    const { running } = race({
      a: async () => ({ kind: 'unknown', end: { kind: 'incomplete', why: 'bound' } }),
      b: async () => ({ kind: 'unknown', end: { kind: 'unsupported', construct: 'inline assembly', at } }),
    });
    expect(await running.result).toMatchObject({
      kind: 'unknown',
      reason: { kind: 'unsupported', construct: 'inline assembly', at },
    });
  });

  it('does not take a run with undefined behaviour for an alarm', async () => {
    const { running } = race(
      { a: async () => claimUnsafe },
      { replay: async () => ({ kind: 'undefined-behaviour', what: 'division by zero', at: null }) },
    );
    expect(await running.result).toMatchObject({
      kind: 'unknown',
      reason: { kind: 'undefined-behaviour', what: 'division by zero' },
    });
  });

  it('is won by an offered run that is reproduced, while its engine goes on', async () => {
    const { running, ended } = race({
      a: (status, offer) => {
        setTimeout(offer, 5);
        return forever(status);
      },
    });
    expect(await running.result).toMatchObject({ kind: 'unsafe', engine: 'a', run });
    expect(ended).toEqual([]);
  });

  it('goes on after an offered run that is refused; another claim of the engine counts', async () => {
    const answers: ReplayAnswer[] = [{ kind: 'undefined-behaviour', what: 'division by zero', at: null }];
    const { running } = race(
      {
        a: async (_, offer) => {
          offer();
          await until(() => answers.length === 0);
          return claimUnsafe;
        },
      },
      { replay: async () => answers.shift() ?? { kind: 'reproduced', run } },
    );
    expect(await running.result).toMatchObject({ kind: 'unsafe', engine: 'a' });
  });

  it('waits for what was offered before it takes leave of an engine, and tells what the replay saw', async () => {
    const at = { file: 'a.c', line: 3, column: 1 };
    const late: Behaviour = async (_, offer) => {
      await sleep(1);
      offer();
      return { kind: 'unknown', end: { kind: 'unsupported', construct: 'read (approximated)', at: null } };
    };
    const reproduce = async (): Promise<ReplayAnswer> => {
      await sleep(20);
      return { kind: 'reproduced', run };
    };
    const found = await race({ a: late }, { replay: reproduce }).running.result;
    expect(found).toMatchObject({ kind: 'unsafe', engine: 'a' });
    const replay = async (): Promise<ReplayAnswer> => {
      await sleep(20);
      return { kind: 'undefined-behaviour', what: 'read out of bounds', at };
    };
    expect(await race({ a: late }, { replay }).running.result).toMatchObject({
      kind: 'unknown',
      reason: { kind: 'undefined-behaviour', what: 'read out of bounds', at },
    });
  });

  it('says at the time limit that the error was reached in doubt', async () => {
    const offering: Behaviour = (status, offer) => {
      offer();
      return forever(status);
    };
    let replayed = 0;
    const replay = async (): Promise<ReplayAnswer> => {
      replayed += 1;
      return { kind: 'undefined-behaviour', what: 'division by zero', at: null };
    };
    const { running } = race({ a: offering }, { replay });
    await until(() => replayed === 1);
    running.giveUp({ kind: 'time-limit', milliseconds: 30, during: 'solving' });
    expect(await running.result).toMatchObject({ kind: 'unknown', reason: { kind: 'undefined-behaviour' } });
  });

  it('says at the time limit whose claim could not be certified', async () => {
    const { running } = race({ a: async () => claimSafe, b: forever }, { certify: () => new Promise(() => {}) });
    await until(() => running.isCertifying);
    running.giveUp({ kind: 'time-limit', milliseconds: 30, during: running.phase });
    const result = await running.result;
    if (result.kind !== 'unknown') throw new Error('decided');
    const name = verdictName({ ...result, property: unreachCall('reach_error') });
    expect(name).toBe('UNKNOWN (time limit, claimed by a, not certified in time)');
  });

  it('starts the next engine when one has ended', async () => {
    const soon: Behaviour = async () => {
      await sleep(0);
      return { kind: 'unknown', end: { kind: 'incomplete', why: 'x' } };
    };
    const { running, kinds } = race({ a: soon, b: soon }, { slots: 1 });
    await running.result;
    expect(kinds()).toEqual(['engine-started a', 'engine-ended a', 'engine-started b', 'engine-ended b']);
  });

  it('lets engines go on in turn, where they stopped', async () => {
    const given: string[] = [];
    /** Uses up what it is given, and answers in its third slice. */
    const slices =
      (id: string): Behaviour =>
      async (status, _, spent) => {
        for (let slice = 0; slice < 3; slice++) {
          const used = slice === 0 ? 0 : status.until;
          if (slice > 0) spent(used);
          while (status.until <= used && !status.stopped) await sleep(1);
          if (status.stopped) return { kind: 'unknown', end: { kind: 'stopped', aborted: false } };
          given.push(`${id} ${status.until}`);
        }
        return claimSafe;
      };
    const { running } = race({ a: slices('a'), b: slices('b') }, { slots: 1 });
    expect(await running.result).toMatchObject({ kind: 'safe', engine: 'a' });
    expect(given.slice(0, 4)).toEqual(['a 100', 'b 100', 'a 600', 'b 600']);
  });

  it('lets another engine run while one does not pause, or does not run at all', async () => {
    const { running, kinds } = race({ a: forever, b: async () => claimSafe }, { slots: 1 });
    expect(await running.result).toMatchObject({ kind: 'safe', engine: 'b' });
    expect(kinds()).toContain('engine-started b');
  });

  it('gives a simulator that is alone no more than a last slice where nobody can gain anything', async () => {
    const patient: Behaviour = (status, _, spent) =>
      new Promise((resolve) => {
        const timer = setInterval(() => {
          if (!status.stopped) return spent(status.until);
          clearInterval(timer);
          resolve({ kind: 'unknown', end: { kind: 'stopped', aborted: false } });
        }, 1);
      });
    const gaveUp: Behaviour = async () => ({ kind: 'unknown', end: { kind: 'incomplete', why: 'x' } });
    const { running, events } = race({ a: patient, b: gaveUp }, { engine: 'sim', loopFree: true });
    expect(await running.result).toMatchObject({ kind: 'unknown', reason: { kind: 'incomplete' } });
    expect(events).toContainEqual({ kind: 'engine-ended', engine: 'a', end: { kind: 'share-used' }, bound: null });
  });

  it('puts a paused engine aside when memory runs short, and begins it anew in a later turn', async () => {
    const begun: string[] = [];
    const greedy =
      (id: string): Behaviour =>
      async (status, _offer, spent) => {
        begun.push(id);
        status.reportBytes(id === 'a' ? 2 ** 30 : 2 ** 20);
        if (begun.length > 2) return claimSafe;
        await sleep(1);
        if (id === 'a') spent(status.until);
        return forever(status);
      };
    const { running, kinds } = race({ a: greedy('a'), b: greedy('b') }, { slots: 1 });
    await until(() => begun.length === 2);
    expect(running.relieve(2 ** 31)).toBe(true);
    expect(kinds()).toContain('note a');
    expect(await running.result).toMatchObject({ kind: 'safe', engine: 'a' });
    expect(begun).toEqual(['a', 'b', 'a']);
    expect(kinds().filter((kind) => kind === 'engine-started a')).toHaveLength(1);
  });

  it('ends the largest engine when memory runs short', async () => {
    const heavy: Behaviour = (status) => {
      status.reportBytes(500 * 2 ** 20);
      return forever(status);
    };
    const light: Behaviour = (status) => {
      status.reportBytes(10 * 2 ** 20);
      return forever(status);
    };
    const { running, ended, events } = race({ a: light, b: heavy });
    expect(running.relieve(600 * 2 ** 20)).toBe(true);
    expect(ended).toEqual(['b']);
    running.giveUp({ kind: 'time-limit', milliseconds: 1, during: 'solving' });
    await running.result;
    expect(events).toContainEqual({
      kind: 'engine-ended',
      engine: 'b',
      end: { kind: 'out-of-memory', bytes: 500 * 2 ** 20 },
      bound: null,
    });
  });
});

describe('a race on single checks', () => {
  interface Told {
    readonly checks: CheckRace;
    readonly proved: string[];
    readonly failed: string[];
  }

  function told(names: readonly string[], { apart = true, first = false } = {}): Told {
    const proved: string[] = [];
    const failed: string[] = [];
    const checks: CheckRace = {
      open: OpenChecks.of(names),
      apart,
      proved: async (these) => void proved.push(...these),
      isFailed: (name) => failed.includes(name),
      failed: async (name) => void failed.push(name),
      isOver: () => first && failed.length > 0,
    };
    return { checks, proved, failed };
  }

  const allBut = (...open: readonly string[]): PackedProof => ({ ...claimSafe, kind: 'partial', open }) as PackedProof;
  const failing = (name: string) => async (): Promise<ReplayAnswer> => ({
    kind: 'reproduced',
    run: { ...run, errorFunction: name },
  });

  it('goes on with the checks that a proof leaves open, and ends when all are decided', async () => {
    const { checks, proved } = told(['a', 'b', 'c']);
    const { running } = race(
      {
        first: async (status, _offer, _spent, prove) => {
          await sleep(1);
          prove(allBut('b', 'c'));
          return forever(status);
        },
        second: async () => {
          await sleep(50);
          return allBut('c');
        },
        third: async () => {
          await sleep(100);
          return claimSafe;
        },
      },
      { checks },
    );
    expect(await running.result).toEqual({ kind: 'decided' });
    expect(proved).toEqual(['a', 'b', 'c']);
    expect(checks.open.names).toEqual([]);
  });

  it('waits for the certificate of a proof whose engine, the last one, has ended', async () => {
    const { checks, proved } = told(['a', 'b']);
    const certify = async (): Promise<CertifierAnswer> => {
      await sleep(20);
      return { kind: 'accepted', proof: {} as never };
    };
    const only: Behaviour = async (_status, _offer, _spent, prove) => {
      await sleep(1);
      prove(allBut('b'));
      return { kind: 'unknown', end: { kind: 'incomplete', why: 'no more' } };
    };
    const { running } = race({ only }, { checks, certify });
    await until(() => running.isCertifying);
    expect(running.phase).toBe('certifying');
    expect(await running.result).toMatchObject({
      kind: 'unknown',
      engines: [{ engine: 'only', end: { kind: 'incomplete' } }],
    });
    expect(proved).toEqual(['a']);
  });

  it('certifies a proof about the checks that are not yet proved', async () => {
    const { checks } = told(['a', 'b', 'c']);
    const asked: (readonly string[])[] = [];
    const certify = async (_: unknown, target: Target): Promise<CertifierAnswer> => {
      asked.push(target.kind === 'labels' ? target.labels : []);
      return { kind: 'accepted', proof: {} as never };
    };
    const first: Behaviour = async (status, _offer, _spent, prove) => {
      await sleep(1);
      prove(allBut('b', 'c'));
      await sleep(20);
      prove(allBut('b', 'c'));
      prove(allBut('c'));
      return forever(status);
    };
    const second: Behaviour = async () => {
      await sleep(100);
      return claimSafe;
    };
    const { running } = race({ first, second }, { checks, certify });
    expect(await running.result).toEqual({ kind: 'decided' });
    expect(asked).toEqual([['a'], ['b'], ['c']]);
  });

  it('begins an engine again behind the run that it found, without the check that fails', async () => {
    const { checks, failed } = told(['a', 'b']);
    let begun = 0;
    const { running, kinds } = race(
      {
        bmc: async () => {
          begun += 1;
          return begun === 1 ? claimUnsafe : claimSafe;
        },
        other: forever,
      },
      { checks, replay: failing('b') },
    );
    expect(await running.result).toEqual({ kind: 'decided' });
    expect(begun).toBe(2);
    expect(failed).toEqual(['b']);
    expect(kinds().filter((kind) => kind === 'engine-started bmc')).toHaveLength(1);
  });

  it('ends an engine that finds the same failure although it was not asked about it', async () => {
    const { checks } = told(['a', 'b']);
    let begun = 0;
    const engine: Behaviour = async () => {
      begun += 1;
      return claimUnsafe;
    };
    const { running } = race({ engine }, { checks, replay: failing('b') });
    expect(await running.result).toMatchObject({ kind: 'unknown' });
    expect(begun).toBe(2);
  });

  it('ends at the first decision where the errors of the system have no names, or at the first run if that is asked for', async () => {
    for (const options of [{ apart: false }, { first: true }]) {
      const { checks, failed } = told(['a', 'b'], options);
      const { running } = race({ bmc: async () => claimUnsafe, other: forever }, { checks, replay: failing('a') });
      expect(await running.result).toEqual({ kind: 'decided' });
      expect(failed).toEqual(['a']);
    }
  });

  it('rests and goes on, and says what is known', async () => {
    const { checks } = told(['a', 'b']);
    const { running } = race({ engine: forever }, { checks, slots: 1 });
    const [thread] = running.threads;
    expect(thread.status.until).toBeGreaterThan(0);
    running.rest(true);
    expect(thread.status.until).toBe(0);
    running.rest(false);
    expect(thread.status.until).toBeGreaterThan(0);
    const limit = { kind: 'time-limit', milliseconds: 1, during: 'solving' } as const;
    expect(running.known(limit)).toMatchObject({ kind: 'unknown', reason: limit, engines: [{ engine: 'engine' }] });
    running.giveUp(limit);
    expect(await running.result).toMatchObject({ kind: 'unknown', reason: limit });
  });

  it('counts no slice of a thread that an engine has left behind', async () => {
    const { checks } = told(['a', 'b']);
    const slices: ((used: number) => void)[] = [];
    const bmc: Behaviour = async (status, _offer, spent) => (slices.push(spent) === 1 ? claimUnsafe : forever(status));
    const { running, kinds } = race({ bmc, other: forever }, { checks, slots: 1, replay: failing('b') });
    await until(() => kinds().includes('engine-started other'));
    running.rest(true);
    running.rest(false);
    const before = running.threads.map(({ status }) => status.until);
    for (const spent of slices.slice(0, 1)) spent(1_000_000);
    expect(running.threads.map(({ status }) => status.until)).toEqual(before);
    running.giveUp({ kind: 'stopped' });
    await running.result;
  });

  it('goes on behind a run from before the race', async () => {
    const { checks, failed } = told(['a', 'b']);
    const early = new EngineThread('early', 'kind', ALL, new SharedStatus(), Promise.resolve(claimUnsafe), () => {});
    const safeOnceFailed: Behaviour = async () => {
      await until(() => failed.length > 0);
      return claimSafe;
    };
    const { running, kinds } = race({ engine: safeOnceFailed }, { checks, early, replay: failing('b') });
    expect(await running.result).toEqual({ kind: 'decided' });
    expect(failed).toEqual(['b']);
    expect(kinds()).toContain('engine-ended early');
  });

  it('does not end before all that is decided is told', async () => {
    const { checks, proved } = told(['a', 'b']);
    let tell = (): void => {};
    const slow: CheckRace = {
      ...checks,
      proved: async (names, proof) => {
        await new Promise<void>((resolve) => {
          tell = resolve;
        });
        await checks.proved(names, proof);
      },
    };
    const { running, events } = race(
      {
        prover: async () => allBut('b'),
        bmc: async () => {
          await until(() => events.some(({ kind }) => kind === 'certified'));
          return claimUnsafe;
        },
      },
      { checks: slow, replay: failing('b') },
    );
    await until(() => !checks.open.isOpen('b'));
    expect(checks.open.names).toEqual(['a']);
    tell();
    expect(await running.result).toEqual({ kind: 'decided' });
    expect(proved).toEqual(['a']);
  });

  it('waits at its end for a certificate, and not longer; in between it rests at once', async () => {
    const { checks } = told(['a', 'b', 'c']);
    const certificates: (() => void)[] = [];
    const { running } = race(
      {
        engine: async (status, _offer, _spent, prove) => {
          await sleep(1);
          prove(allBut('b', 'c'));
          return forever(status);
        },
      },
      {
        checks,
        certify: () =>
          new Promise((resolve) => {
            certificates.push(() => resolve({ kind: 'accepted', proof: {} as never }));
          }),
      },
    );
    const session = { left: () => 1_000_000, interruption: () => null, over: () => {} } as unknown as RacingSession;
    const limited = new RunningRace(running, session, () => {});
    await until(() => running.isCertifying);
    expect(await limited.run(1, false)).toBeNull();
    let isOver = false;
    const last = limited.run(1, true).finally(() => {
      isOver = true;
    });
    await sleep(100);
    expect(isOver).toBe(false);
    for (const accept of certificates) accept();
    expect(await last).toBeNull();
    expect(checks.open.names).toEqual(['b', 'c']);
    void limited.end({ kind: 'stopped' });
  });

  it('fails if a run contradicts a proof', async () => {
    const { checks } = told(['a', 'b']);
    const contradicted = { ...checks, proved: () => Promise.reject(new Error('contradicted')) };
    const { running } = race({ engine: async () => claimSafe }, { checks: contradicted });
    await expect(running.result).rejects.toThrow('contradicted');
  });
});
