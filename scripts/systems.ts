import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import { messageOf } from '../src/base/errors.ts';
import { allAmong, PLACED_CHECKS } from '../src/program/cfa/checks/kinds.ts';
import type { ExternalReading } from '../src/program/cfa/externals.ts';
import { DEFAULT_ARGUMENTS } from '../src/program/cfa/main-arguments.ts';
import type { CompileJob } from '../src/race/messages/compilation.ts';
import { checksProperty, type Property, plainProperty } from '../src/race/property.ts';
import { encodeSource } from '../src/race/worker/compile.ts';
import { readSource } from '../src/race/worker/source.ts';
import { printJson } from '../src/system/transys/json.ts';
import { entryOf, header, surroundingsOf } from '../test/program-header.ts';

/**
 * Prints two hashes for each C file in test/ and examples/. They are of its systems for its assertions and
 * for all checks, before and after the passes. Two states of the code whose outputs are equal give programs the
 * same meaning:
 * `node scripts/run.mjs scripts/systems.ts [EVERY] > before`; EVERY: each how many files are taken, 1 by default.
 */

const every = Number(process.argv[2] ?? 1);
const files = globSync(['test/**/*.c', 'examples/**/*.c']).sort();

for (const [index, file] of files.entries()) {
  if (index % every !== 0) continue;
  console.log(
    `${file} ${await hashOf(file, plainProperty())} ${await hashOf(file, checksProperty(allAmong(PLACED_CHECKS)))}`,
  );
}

function asReading(word = 'agree'): ExternalReading {
  return word === 'havoc' || word === 'pure' ? word : 'agree';
}

async function hashOf(file: string, property: Property): Promise<string> {
  const facts = header(readFileSync(file, 'utf8'));
  const job: CompileJob = {
    files: [file],
    hardware: false,
    property,
    dataModel: facts.get('data-model') === 'ILP32' ? 'ILP32' : 'LP64',
    byteOrder: facts.get('byte-order') === 'big' ? 'big' : 'little',
    mallocMayFail: facts.get('malloc') === 'may fail',
    contract: null,
    loopContracts: false,
    surroundings: surroundingsOf(facts),
    externals: { reading: asReading(facts.get('externals')), functions: {} },
    arguments: DEFAULT_ARGUMENTS,
    entry: entryOf(facts) ?? null,
    eachCheck: property.kind === 'checks',
    contested: {},
    hinted: null,
    errorFunctions: [],
    cuts: 'loops',
    mayFollow: false,
    outline: false,
    includes: [],
    defines: [],
    flags: {},
    memoryBytes: 2 ** 33,
  };
  try {
    const source = await readSource(job);
    if (source.kind === 'rejected') return 'rejected';
    const { system, reduced, wayBack } = encodeSource(0, source, source.property.errorFunctions).model;
    const text = [
      printJson(system, { encoding: null }),
      printJson(reduced, { encoding: null }),
      JSON.stringify(wayBack),
    ];
    return createHash('sha256').update(text.join('\n')).digest('hex').slice(0, 16);
  } catch (error) {
    return `(${messageOf(error).slice(0, 60)})`;
  }
}
