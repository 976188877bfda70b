import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { scratchFolder } from '../scratch.ts';

const MOST_BYTES = 4e6;
const MINUTES = 60_000;
const root = process.cwd();
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);
const scratch = scratchFolder('package');
const prefix = join(scratch, 'prefix');
const installed = join(prefix, 'lib', 'node_modules', 'lemmata');

/** Tests of the package need the declarations, which only the complete build (`npm run build`) has. */
const isComplete = existsSync(join(root, 'dist', 'types', 'src', 'index.d.ts'));

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: scratch, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

describe.skipIf(!isComplete)(
  'the package',
  () => {
    let tarball = '';

    beforeAll(() => {
      execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', scratch], { cwd: root, stdio: 'ignore' });
      tarball = join(scratch, readdirSync(scratch).find((name) => name.endsWith('.tgz')) ?? 'none');
      const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--engine-strict'];
      run('npm', 'install', '--global', '--prefix', prefix, ...quiet, tarball);
    }, 5 * MINUTES);

    test('is small, without maps of the sources and without bytecode of one version of Node', () => {
      expect(statSync(tarball).size).toBeLessThan(MOST_BYTES);
      const files = run('tar', 'tzf', tarball).split('\n');
      expect(files.filter((name) => /\.(map|cache)$/.test(name))).toEqual([]);
      expect(files).toContain('package/NOTICE');
    });

    test('loads no verifier before the command line is read', () => {
      const sizeOf = (name: string): number => statSync(join(installed, 'dist', 'code', name)).size;
      expect(sizeOf('program.cjs')).toBeLessThan(sizeOf('verify-command.cjs') / 8);
    });

    test('records the bytecode of what verifications load when it is installed', () => {
      const recorded = readdirSync(join(installed, 'dist', 'code'), { recursive: true, encoding: 'utf8' });
      const bundles = ['verify-command', ...['compile', 'certifier', 'engine'].map((name) => join('workers', name))];
      expect(recorded).toEqual(expect.arrayContaining(bundles.map((name) => `${name}.cjs.cache`)));
    });

    test('depends only on packages that are not in its bundles', () => {
      const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
      const bundled: string[] = JSON.parse(readFileSync(join(installed, 'dist', 'packages.json'), 'utf8'));
      expect(Object.keys(dependencies).filter((name) => bundled.includes(name))).toEqual([]);
    });

    test('is well-formed for bundlers and for every way of importing it', () => {
      expect(run(bin('publint'), tarball, '--strict')).toContain('All good');
      run(bin('attw'), tarball, '--profile', 'esm-only');
    });

    test('verifies a program after its installation into an empty folder', () => {
      writeFileSync(
        join(scratch, 'odd.c'),
        'extern void reach_error(void); extern int nondet(void);\n' +
          'int main(void) { unsigned x = 1; while (nondet()) x += 2; if (x % 2 == 0) reach_error(); }\n',
      );
      expect(run(join(prefix, 'bin', 'lemmata'), 'verify', '--quiet', 'odd.c')).toBe('Verification result: TRUE\n');
      expect(run(join(prefix, 'bin', 'lemmata'), 'engines')).toContain('kind');
    });

    test('has types that TypeScript 5.0 accepts to the last declaration', ({ skip }) => {
      const project = join(scratch, 'project');
      mkdirSync(project);
      writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
      const packages = ['typescript@5.0.4', '@types/node@20'];
      const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
      try {
        run('npm', 'install', '--prefix', project, ...quiet, ...packages);
      } catch {
        skip('the packages of TypeScript 5.0 are not to be had here');
      }
      symlinkSync(installed, join(project, 'node_modules', 'lemmata'));
      writeFileSync(
        join(project, 'use.ts'),
        `import { verdictLine, verify } from 'lemmata';
const verification = verify({ files: ['prog.c'], timeout: 60 });
for await (const event of verification) if (event.kind === 'bound') console.log(event.engine, event.bound);
const line: string = verdictLine(await verification.result);
console.log(line);
`,
      );
      const flags = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022', '--module', 'node16'];
      const options = [...flags, '--types', 'node', 'use.ts'];
      const tsc = join(project, 'node_modules', 'typescript', 'bin', 'tsc');
      const output = execFileSync(process.execPath, [tsc, ...options], { cwd: project, encoding: 'utf8' });
      expect(output).toBe('');
    });
  },
  5 * MINUTES,
);
