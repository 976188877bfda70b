import { readFileSync } from 'node:fs';
import type { VerifyOptions } from '../../../race/options/options.ts';
import type { SubmittedTask } from '../../server/protocol.ts';
import { Narrated } from './narrated.ts';
import { ReportReporter } from './report.ts';
import type { Reporter } from './reporter.ts';
import { type StreamFlags, StreamReporter } from './stream.ts';

export interface BroadcastFlags extends StreamFlags {
  readonly stream?: string;
  readonly report?: string;
}

/**
 * The reporters in the server's format, for `--stream` and `--report`. Their code is a script of its
 * own. Throws LemmataError `E-USAGE` if the token is malformed.
 */
export function broadcasters(options: VerifyOptions, flags: BroadcastFlags): readonly Reporter[] {
  const { stream, report } = flags;
  const task = taskOf(options);
  const narrated = new Narrated(options);
  return [
    ...(stream === undefined ? [] : [new StreamReporter(stream, task, narrated, flags)]),
    ...(report === undefined ? [] : [new ReportReporter(report, task, narrated)]),
  ];
}

/**
 * Returns the task with the text of each file as it was when the verification began. The front end
 * reports a file that cannot be read.
 */
function taskOf(options: VerifyOptions): SubmittedTask {
  const { dataModel, mallocMayFail, externals, external, timeout, memory, portfolio, engines, exchange, seed } =
    options;
  const files = options.files.map((name) => ({ name, text: textOf(name) }));
  return {
    files,
    arguments: options.arguments,
    dataModel,
    mallocMayFail,
    externals,
    external,
    timeout,
    memory,
    portfolio,
    engines,
    exchange,
    seed,
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
