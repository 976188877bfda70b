import type { VerifyOptions } from '../../../race/options/options.ts';
import type { VerifyFlags } from '../flags.ts';
import { AnnotationReporter } from './annotations.ts';
import { CheckLines, JsonReporter, VerdictLines } from './answers.ts';
import { certificateReporter } from './certificate.ts';
import { SarifReporter, TestReporter, WitnessReporter } from './files.ts';
import type { EventRecord } from './record.ts';
import type { Reporter } from './reporter.ts';
import { Screen } from './screen.ts';
import { SupervisorReporter } from './supervisor.ts';

/**
 * The reporters that the flags ask for, in the order of their outputs. Throws LemmataError `E-USAGE` if
 * the token of `--stream` is malformed.
 */
export async function reportersFor(
  options: VerifyOptions,
  flags: VerifyFlags,
  record: EventRecord,
): Promise<readonly Reporter[]> {
  const { quiet = false, verbose = false, json, sarif, witness, stream, report, test, certificate } = flags;
  const screen = new Screen(options, record, {
    quiet,
    verbose,
    color: flags.color,
    unlimited: flags.timeout === undefined,
  });
  const Lines = options.eachCheck === true ? CheckLines : VerdictLines;
  const { broadcasters } = stream === undefined && report === undefined ? NONE : await import('./broadcast.ts');
  return [
    record,
    ...(sarif === undefined ? [] : [new SarifReporter(sarif, options.files, record)]),
    ...broadcasters(options, flags),
    ...(witness === undefined ? [] : [new WitnessReporter(witness, options, record, quiet)]),
    ...(test === undefined ? [] : [new TestReporter(test, options, record, quiet)]),
    screen,
    json ? new JsonReporter(options, record) : new Lines(record, { quiet, verbose }),
    ...(certificate === undefined ? [] : [await certificateReporter(certificate, options, record, quiet)]),
    new SupervisorReporter(record),
    ...(process.env.GITHUB_ACTIONS === 'true' && !quiet ? [new AnnotationReporter(record)] : []),
  ];
}

const NONE = { broadcasters: (): readonly Reporter[] => [] };
