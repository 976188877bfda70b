import type { RunHeader, TaskResult } from '../../src/apps/compete/store/record.ts';

/** The head of a run on a machine that does not exist. */
export function header(changes: Partial<RunHeader> = {}): RunHeader {
  return {
    version: 1,
    kind: 'run',
    name: 'run',
    tool: 'Lemmata',
    toolVersion: '0.0.1',
    commit: null,
    started: '2026-01-02T03:04:05.678Z',
    settings: {
      wallSeconds: 5,
      cpuSeconds: null,
      memoryBytes: null,
      cores: null,
      options: [],
      validate: false,
      validator: null,
      nativeReplay: false,
    },
    machine: { host: 'machine', os: 'Linux', cpu: 'processor', cores: 2, memoryBytes: 2 ** 33 },
    ...changes,
  };
}

/** A proof that was expected. */
export function result(task: string, changes: Partial<TaskResult> = {}): TaskResult {
  return {
    version: 1,
    kind: 'result',
    task,
    name: task,
    hash: '0'.repeat(64),
    definition: `/tasks/${task}`,
    files: [`/tasks/${task}.c`],
    runDefinition: null,
    sets: ['set'],
    property: 'unreach-call',
    propertyFile: '/tasks/unreach-call.prp',
    expected: 'true',
    status: 'true',
    category: 'correct',
    cpuSeconds: 1.5,
    wallSeconds: 1,
    memoryBytes: 100_000_000,
    exitCode: 0,
    signal: null,
    terminationReason: null,
    engine: 'kind',
    stage: 'race',
    reason: null,
    safeUpTo: null,
    witness: null,
    log: null,
    checks: [],
    started: '2026-01-02T03:04:06.000Z',
    ...changes,
  };
}
