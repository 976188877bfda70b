import type { VerifyOptions } from '../../race/options/options.ts';
import { BROKE_DOWN, CAREFUL_THREADS } from '../../race/threads/supervision.ts';
import type { VerifyFlags } from './flags.ts';
import { programOptions } from './source-options.ts';

/** The options of a verification, from those of the command line. */
export function verifyOptions(files: readonly string[], flags: VerifyFlags): VerifyOptions {
  const showsLemmas = flags.json === true || flags.stream !== undefined || flags.report !== undefined;
  return {
    ...programOptions(files, flags),
    eachCheck: flags.each,
    firstViolation: flags.first,
    timeout: flags.timeout,
    memory: flags.memory,
    threads:
      process.env[BROKE_DOWN] === undefined
        ? flags.threads
        : Math.min(CAREFUL_THREADS, flags.threads ?? CAREFUL_THREADS),
    portfolio: flags.portfolio,
    engines: flags.engines,
    exchange: flags.exchange,
    machine: flags.machine,
    minimise:
      flags.minimise &&
      (showsLemmas || flags.witness !== undefined || (flags.verbose === true && flags.quiet !== true)),
    provenance: showsLemmas || flags.verbose === true,
    outline: flags.stream !== undefined || flags.report !== undefined,
    seed: flags.seed,
  };
}
