import { LemmataError } from '../../base/errors.ts';
import { exitCodeOf, onSignals } from '../../base/signals.ts';
import { isHardware } from '../../race/options/options.ts';
import { readProperty } from '../../race/property.ts';
import { type ReadWitness, readWitness, type Witness } from '../output/witness/read-witness.ts';
import { propertyOf } from '../output/witness/specification.ts';
import type { ValidateFlags } from './flags.ts';
import { write } from './output.ts';
import { sourceOptions } from './source-options.ts';
import { validateEndless } from './validate/endless.ts';
import type { Finding, ValidateTask } from './validate/finding.ts';
import { validateInvariants } from './validate/invariants.ts';
import { validateViolation } from './validate/violation.ts';

const EXIT_CODE: Readonly<Record<Finding['outcome'], number>> = { confirmed: 0, refuted: 10, open: 5 };

/** Why a witness may be about other programs. */
const UNSURE: Readonly<Record<Exclude<ReadWitness['hashes'], 'equal'>, string>> = {
  missing: 'The witness has no hashes of programs: it may be about other ones.',
  different: 'The witness has hashes of other programs. It is checked for the given ones all the same.',
};

/**
 * `lemmata validate`: checks a witness, with one line on stdout. Runs must follow each waypoint of a
 * violation in order. Invariants are asserted at their places, and the program is verified with them.
 * Resolves to the exit code; throws LemmataError if the file is not a witness of these files.
 */
export async function validateCommand(named: readonly string[], flags: ValidateFlags): Promise<number> {
  const sources = sourceOptions(named, flags);
  const { files, dataModel } = sources;
  if (files.some(isHardware)) throw new LemmataError('E-USAGE', 'only witnesses of C programs are checked');
  const stated = flags.property === undefined ? null : readProperty(flags.property);
  const { witness, property, hashes } = readWitness(flags.witness, {
    task: { files, dataModel },
    otherHashes: flags.ignoreHashes === true,
    accepted: (specification) => propertyOf(specification, stated, flags.errorFunction ?? []),
  });
  const interruption = new Interruption();
  try {
    if (hashes !== 'equal') await write(process.stderr, `${UNSURE[hashes]}\n`);
    const { outcome, detail } = await check({ sources, property, flags, signal: interruption.signal }, witness);
    await write(process.stdout, `Witness: ${outcome} (${detail})\n`);
    if (outcome !== 'open' || interruption.name === null) return EXIT_CODE[outcome];
    await write(process.stderr, `lemmata: interrupted by ${interruption.name}\n`);
    return interruption.exitCode;
  } finally {
    interruption.dispose();
  }
}

async function check(task: ValidateTask, witness: Witness): Promise<Finding> {
  switch (witness.kind) {
    case 'violation':
      return task.property.kind === 'termination'
        ? validateEndless(task, witness.segments)
        : validateViolation(task, witness.segments);
    case 'invariants':
      return validateInvariants(task, witness.invariants, witness.unchecked);
    default:
      return witness satisfies never;
  }
}

/**
 * Listens for the signals by which people end a command. The first one asks for the results so far. A
 * second one ends the process at once.
 */
class Interruption {
  readonly #controller = new AbortController();
  /** Ends the listening. */
  readonly dispose = onSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], (name, count) => {
    if (count > 1) process.exit(this.exitCode);
    this.name = name;
    this.#controller.abort();
  });
  /** The signal that came; null: none. */
  name: NodeJS.Signals | null = null;

  /** Aborted by the first signal. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The exit code of a process that a signal ended. */
  get exitCode(): number {
    return this.name === null ? 0 : exitCodeOf(this.name);
  }
}
