import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Run } from './journal.ts';
import type { DrawnTask } from './sample.ts';

const MEGABYTES = 3000;
const LOOK_MS = 50;
/** A process whose wall time exceeds its limit of CPU time by this factor hangs. */
const MOST_WALL_FACTOR = 15;
/** Clock ticks in a second, in which Linux counts CPU time. */
const TICKS = 100;

export interface RunSettings {
  readonly command: string;
  readonly core: number;
  readonly seconds: number;
  readonly folder: string;
}

/** Options of the runs that differ by more than a part that is off. */
const MORE_OPTIONS: Readonly<Record<string, readonly string[]>> = { exchange: ['--exchange'], 'no exchange': [] };

/** Verifies a task on one core without a part. The run is killed at its limit of CPU time. */
export async function runTask({ id, task }: DrawnTask, part: string, settings: RunSettings): Promise<Run> {
  const { folder } = settings;
  mkdirSync(join(folder, 'cache'), { recursive: true });
  const { files, property, dataModel } = task;
  const more = part.startsWith('cache') ? ['--cache', join(folder, 'cache')] : (MORE_OPTIONS[part] ?? []);
  const options = [
    ...more,
    ...(property === null ? [] : ['--property', property.file]),
    ...(dataModel === null ? [] : ['--data-model', dataModel]),
  ];
  const place = dirname(task.definition);
  const { text, late, seconds, deeds } = await runWatched(
    ['verify', ...options, ...files],
    place,
    part,
    settings,
    kill,
  );
  const answer = late || text === '' ? {} : JSON.parse(text);
  const verdict: Run['verdict'] = answer.verdict ?? 'UNKNOWN';
  const holds = property?.expected?.holds ?? !id.endsWith('-bug.c');
  return {
    task: id,
    part,
    verdict,
    wrong: verdict !== 'UNKNOWN' && (verdict === 'TRUE') !== holds,
    engine: answer.engine ?? null,
    stage: answer.stage ?? null,
    certificate: answer.certificate?.kind ?? null,
    checkers: [...new Set((answer.evidence?.shown ?? []).flatMap(({ by }: { by: string[] }) => by))] as string[],
    seconds,
    deeds,
  };
}

/** The output of a watched run and the CPU time that it took; `late`: it was told to end at its limit. */
interface Watched {
  readonly text: string;
  readonly late: boolean;
  readonly seconds: number;
  readonly deeds: Run['deeds'];
}

/** Runs the command in a folder on one core. `end` gets each of its processes at the limit of CPU time. */
export async function runWatched(
  args: readonly string[],
  place: string,
  part: string,
  { command, core, seconds, folder }: RunSettings,
  end: (id: number) => void,
): Promise<Watched> {
  const log = join(folder, `log-${core}`);
  const spent = join(folder, `spent-${core}`);
  rmSync(log, { force: true });
  const [name, ...more] = args;
  const common = ['--json', '--quiet', '--threads', '1', '--memory', String(MEGABYTES)];
  const watched = ['-o', spent, '-f', '%U %S', 'taskset', '-c', String(core), process.execPath, command, name];
  const child = spawn('time', [...watched, ...common, ...more], {
    cwd: place,
    env: { ...process.env, ABLATION_LOG: log, ABLATION_OFF: part },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  child.stdout.on('data', (data) => {
    text += String(data);
  });
  let late = false;
  const begun = Date.now();
  const timer = setInterval(() => {
    if (late) return;
    const processes = familyOf(child.pid ?? 0);
    const used = processes.reduce((sum, one) => sum + cpuOf(one), 0);
    if (used < seconds && Date.now() - begun < 1000 * seconds * MOST_WALL_FACTOR) return;
    late = true;
    for (const one of processes) if (one !== child.pid) end(one);
  }, LOOK_MS);
  await new Promise((ended) => child.once('close', ended));
  clearInterval(timer);
  const took = /([\d.]+) ([\d.]+)\s*$/.exec(readFileSync(spent, 'utf8'));
  return {
    text,
    late,
    seconds: late || took === null ? seconds : Number(took[1]) + Number(took[2]),
    deeds: deedsIn(log),
  };
}

/** A process and all that it started. */
function familyOf(id: number): readonly number[] {
  try {
    const children = readFileSync(`/proc/${id}/task/${id}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
    return [id, ...children.flatMap(familyOf)];
  } catch {
    return [];
  }
}

/** CPU time of a process in s; 0 if it has ended. */
function cpuOf(id: number): number {
  try {
    const fields = readFileSync(`/proc/${id}/stat`, 'latin1')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS;
  } catch {
    return 0;
  }
}

function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}

function deedsIn(log: string): Run['deeds'] {
  const deeds: Record<string, [number, number]> = {};
  if (!existsSync(log)) return deeds;
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    const [name, milliseconds] = line.split('\t');
    if (milliseconds === undefined) continue;
    const [count, sum] = deeds[name] ?? [0, 0];
    deeds[name] = [count + 1, Math.round(10 * (sum + Number(milliseconds))) / 10];
  }
  return deeds;
}
