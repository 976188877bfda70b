import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resultXml } from '../../src/apps/compete/output/benchexec-xml.ts';
import { header, result } from '../compete/records.ts';
import { put, putTask } from '../compete/tasks.ts';
import { scratchFolder } from '../scratch.ts';
import { CLI, lemmata } from './lemmata.ts';

/** A Python that has BenchExec (`pip install benchexec`). */
const python = process.env.LEMMATA_PYTHON ?? 'python3';
const there = spawnSync(python, ['-c', 'import benchexec']).status === 0;
if (!there) console.log('BenchExec: skipped, it is not installed (LEMMATA_PYTHON names a Python that has it)');
const folder = scratchFolder('benchexec');
/** Whether BenchExec may run something here: it wants control groups. */
const runs = there && spawnSync(python, ['-m', 'benchexec.check_cgroups', '--no-thread']).status === 0;
if (there && !runs) console.log('a run of BenchExec: skipped, it gets no control groups here');

describe.skipIf(!there)('with BenchExec', () => {
  it('the tool-info module has no warnings', () => {
    const args = [
      '-m',
      'benchexec.test_tool_info',
      'scripts.benchexec.lemmata',
      '--no-container',
      '--tool-directory',
      '.',
    ];
    const { status, stderr, stdout } = spawnSync(python, args, {
      encoding: 'utf8',
      env: { ...process.env, PYTHONPATH: '.' },
    });
    const said = stdout + stderr;
    expect(status).toBe(0);
    expect(said).not.toMatch(/warning|error|Traceback/i);
    expect(said).toMatch(
      /SV-Benchmarks task.*\n.*'verify', '--property', 'PROPERTY.PRP', '--data-model', 'ILP32', 'INPUT.FILE'/,
    );
  });

  it('the tool-info module reads the verdicts', () => {
    const code = `
import sys, types
from benchexec.util import ProcessExitCode
from benchexec.tools.template import BaseTool2
from scripts.benchexec.lemmata import Tool
for text, code in [("TRUE", 0), ("FALSE (unreach-call)", 10), ("UNKNOWN (time limit, safe up to bound 3)", 5), ("UNKNOWN (memory limit)", 5), ("UNKNOWN (unsupported: x)", 5), (None, 2)]:
    lines = [] if text is None else ["Property p: TRUE\\n", f"Verification result: {text}\\n"]
    run = BaseTool2.Run([], ProcessExitCode.create(value=code), BaseTool2.RunOutput(lines), None)
    print(Tool().determine_result(run))
`;
    const output = execFileSync(python, ['-c', code], { encoding: 'utf8', env: { ...process.env, PYTHONPATH: '.' } });
    expect(output.trim().split('\n')).toEqual([
      'true',
      'false(unreach-call)',
      'TIMEOUT',
      'OUT OF MEMORY',
      'unknown',
      'ERROR (input)',
    ]);
  });

  it('the tool-info module of the validator runs it, and reads its answers', () => {
    const violation = put(folder, 'violation.yml', "- entry_type: 'violation_sequence'\n");
    const invariants = put(folder, 'invariants.yml', '- entry_type: invariant_set\n');
    const code = `
from benchexec.util import ProcessExitCode
from benchexec.tools.template import BaseTool2
from scripts.benchexec.lemmata_validate import Tool
task = BaseTool2.Task.with_files(["p.c"], property_file="p.prp", options={"data_model": "ILP32"})
limits = BaseTool2.ResourceLimits(walltime=90)
print(*Tool().cmdline("lemmata", ["--witness", "w.yml"], task, limits))
for witness, text in [(${JSON.stringify(violation)}, "confirmed (the run violates it)"), (${JSON.stringify(violation)}, "refuted (x)"), (${JSON.stringify(invariants)}, "confirmed (1 invariant)"), (${JSON.stringify(invariants)}, "refuted (x)"), (${JSON.stringify(invariants)}, "open (time limit)"), (${JSON.stringify(invariants)}, "open (x)")]:
    run = BaseTool2.Run(["lemmata", "--witness", witness], ProcessExitCode.create(value=0), BaseTool2.RunOutput([f"Witness: {text}\\n"]), None)
    print(Tool().determine_result(run))
`;
    const output = execFileSync(python, ['-c', code], { encoding: 'utf8', env: { ...process.env, PYTHONPATH: '.' } });
    expect(output.trim().split('\n')).toEqual([
      'lemmata validate --property p.prp --data-model ILP32 --timeout 90 --witness w.yml p.c',
      'false',
      'true',
      'true',
      'false',
      'TIMEOUT',
      'unknown',
    ]);
  });

  it('the table-generator reads our result files', () => {
    const results = [
      result('a.yml', { definition: join(folder, 'a.yml'), files: [join(folder, 'a.c')] }),
      result('b.yml', {
        definition: join(folder, 'b.yml'),
        files: [join(folder, 'b.c')],
        expected: 'false',
        status: 'true',
        category: 'wrong',
        reason: 'a < "b" &',
      }),
    ];
    const file = join(folder, 'results.xml');
    put(folder, 'results.xml', resultXml(header(), results, file));
    const args = [
      '-c',
      'from benchexec.tablegenerator import main; main()',
      '-f',
      'csv',
      '-f',
      'html',
      '-o',
      folder,
      file,
    ];
    const { status, stderr } = spawnSync(python, args, { encoding: 'utf8', env: { ...process.env, PYTHONPATH: '.' } });
    expect([status, stderr]).toEqual([0, expect.not.stringMatching(/warning|error/i)]);
    const rows = readFileSync(join(folder, 'results.csv'), 'utf8').trim().split('\n');
    expect(rows.slice(-2)).toEqual(['a.yml\ttrue\ttrue\t1.5\t1\t100.000000', 'b.yml\tfalse\ttrue\t1.5\t1\t100.000000']);
  });
});

describe.skipIf(!runs)('a run of BenchExec', () => {
  it('and one of ours, of the same definition, come to the same, and stand in one table', async () => {
    putTask(folder, 'two', 'odd', true);
    putTask(folder, 'two', 'pick', false);
    const head =
      'benchmark PUBLIC "+//IDN sosy-lab.org//DTD BenchExec benchmark 2.3//EN" "https://www.sosy-lab.org/benchexec/benchmark-2.3.dtd"';
    const definition = put(
      folder,
      'two.xml',
      `<?xml version="1.0"?>\n<!DOCTYPE ${head}>\n<benchmark tool="scripts.benchexec.lemmata" walltimelimit="100 s">
  <rundefinition/>
  <tasks name="Two"><include>two/*.yml</include><propertyfile>properties/unreach-call.prp</propertyfile></tasks>
</benchmark>\n`,
    );
    const env = { ...process.env, PYTHONPATH: resolve('.') };
    const main = (module: string, ...args: readonly string[]): void => {
      const { status, stderr } = spawnSync(python, ['-c', `from benchexec.${module} import main; main()`, ...args], {
        encoding: 'utf8',
        env,
      });
      expect([status, stderr]).toEqual([0, expect.not.stringMatching(/error/i)]);
    };
    main(
      'benchexec',
      definition,
      '--no-container',
      '--tool-directory',
      dirname(dirname(CLI)),
      '-o',
      join(folder, 'theirs/'),
    );
    const theirs = readdirSync(join(folder, 'theirs')).find(
      (name) => name.includes('.results.') && /\.xml(\.bz2)?$/.test(name),
    );
    expect((await lemmata(['compete', definition, '--output', join(folder, 'ours'), '--quiet'])).code).toBe(0);
    main(
      'tablegenerator',
      '-f',
      'csv',
      '-n',
      'both',
      '-o',
      folder,
      join(folder, 'theirs', theirs ?? ''),
      join(folder, 'ours/results.xml'),
    );
    const rows = readFileSync(join(folder, 'both.table.csv'), 'utf8').trim().split('\n').slice(-2);
    const statuses = rows.map((row) => row.split('\t').filter((cell) => /^(true|false)\(?/.test(cell)));
    expect(statuses).toEqual([
      ['true', 'true', 'true'],
      ['false', 'false(unreach-call)', 'false(unreach-call)'],
    ]);
  }, 240_000);
});
