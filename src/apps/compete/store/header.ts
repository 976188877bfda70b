import { execFileSync } from 'node:child_process';
import { arch, availableParallelism, cpus, hostname, release, totalmem, type } from 'node:os';
import { dirname } from 'node:path';
import { RECORD_VERSION, type RunHeader, type RunSettings } from './record.ts';

/** The common data of all results of a run that begins now. `script`: the tool's script. */
export function runHeader(name: string, toolVersion: string, script: string, settings: RunSettings): RunHeader {
  return {
    version: RECORD_VERSION,
    kind: 'run',
    name,
    tool: 'Lemmata',
    toolVersion,
    commit: commitOf(script),
    started: new Date().toISOString(),
    settings,
    machine: {
      host: hostname(),
      os: `${type()} ${release()} ${arch()}`,
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: availableParallelism(),
      memoryBytes: totalmem(),
    },
  };
}

/**
 * The commit that is checked out around a script, with `+` behind it if files have changed since; null
 * outside of a repository.
 */
export function commitOf(script: string): string | null {
  const folder = dirname(script);
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return `${git('rev-parse', 'HEAD')}${git('status', '--porcelain', '--untracked-files=no') === '' ? '' : '+'}`;
  } catch {
    return null;
  }
}
