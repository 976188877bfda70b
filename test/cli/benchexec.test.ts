import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resultXml } from '../../src/compete/output/benchexec-xml.ts';
import { header, result } from '../compete/records.ts';
import { put } from '../compete/tasks.ts';
import { scratchFolder } from '../scratch.ts';

/** A Python that has BenchExec (`pip install benchexec`). */
const python = process.env.LEMMATA_PYTHON ?? 'python3';
const there = spawnSync(python, ['-c', 'import benchexec']).status === 0;
if (!there) console.log('BenchExec: skipped, it is not installed (LEMMATA_PYTHON names a Python that has it)');
const folder = scratchFolder('benchexec');

describe.skipIf(!there)('with BenchExec', () => {
  it('the tool-info module has no warnings', () => {
    const args = ['-m', 'benchexec.test_tool_info', 'scripts.benchexec.lemmata', '--no-container', '--tool-directory', '.'];
    const { status, stderr, stdout } = spawnSync(python, args, { encoding: 'utf8', env: { ...process.env, PYTHONPATH: '.' } });
    const said = stdout + stderr;
    expect(status).toBe(0);
    expect(said).not.toMatch(/warning|error|Traceback/i);
    expect(said).toMatch(/SV-Benchmarks task.*\n.*'verify', '--property', 'PROPERTY.PRP', '--data-model', 'ILP32', 'INPUT.FILE'/);
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
    const args = ['-c', 'from benchexec.tablegenerator import main; main()', '-f', 'csv', '-f', 'html', '-o', folder, file];
    const { status, stderr } = spawnSync(python, args, { encoding: 'utf8', env: { ...process.env, PYTHONPATH: '.' } });
    expect([status, stderr]).toEqual([0, expect.not.stringMatching(/warning|error/i)]);
    const rows = readFileSync(join(folder, 'results.csv'), 'utf8').trim().split('\n');
    expect(rows.slice(-2)).toEqual(['a.yml\ttrue\ttrue\t1.5\t1\t100.000000', 'b.yml\tfalse\ttrue\t1.5\t1\t100.000000']);
  });
});
