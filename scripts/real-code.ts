import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { FrontEndError } from '../src/c/diagnostics.ts';
import { parseProgram } from '../src/c/index.ts';
import { shellWords } from '../src/c/source/compile-commands.ts';
import { buildProgram } from '../src/program/passes.ts';

/**
 * Compares the front end with GCC on real projects: `real-code [--list] [--only TEXT] PROJECT...`. A
 * PROJECT is a compile_commands.json or a folder. C files of a folder are compiled with `-I` for the
 * folder and its `include` and `src`. The script prints for each project the number of files that GCC
 * accepts, and how many of those the front end accepts. It also prints the front end's messages for
 * the others; `--list` names these files. Run it by `node scripts/run.mjs scripts/real-code.ts`, since
 * the parser needs a deep stack.
 */

/** One file with the options that matter to the preprocessor and to GCC's syntax check. */
interface Job {
  readonly directory: string;
  readonly file: string;
  readonly options: readonly string[];
}

interface Entry {
  readonly directory: string;
  readonly file: string;
  readonly arguments?: readonly string[];
  readonly command?: string;
}

type Outcome =
  | { readonly kind: 'rejected-by-gcc' }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'failed'; readonly message: string };

const run = promisify(execFile);
const LARGEST = 2 ** 28;

function jobsOf(project: string): Job[] {
  if (statSync(project).isDirectory()) return jobsOfFolder(resolve(project));
  const entries = JSON.parse(readFileSync(project, 'utf8')) as Entry[];
  return entries.map((entry) => {
    const words = entry.arguments ?? shellWords(entry.command ?? '') ?? [];
    return {
      directory: entry.directory,
      file: resolve(entry.directory, entry.file),
      options: usefulOptions(words.slice(1)),
    };
  });
}

function jobsOfFolder(folder: string): Job[] {
  const includes = [folder, join(folder, 'include'), join(folder, 'src')].filter((each) => existsSync(each));
  const names = readdirSync(folder, { recursive: true }) as string[];
  const files = names.filter((name) => extname(name) === '.c').toSorted();
  return files.map((name) => ({
    directory: folder,
    file: join(folder, name),
    options: includes.flatMap((each) => ['-I', each]),
  }));
}

/**
 * Keeps options of the preprocessor, the language and the target. Options that name outputs or inputs
 * are dropped.
 */
function usefulOptions(words: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (/^-(?:[DUI]|include|isystem|iquote|idirafter|imacros)$/.test(word)) kept.push(word, words[++i] ?? '');
    else if (/^-(?:[DUI]|include|isystem|iquote|idirafter|std=|m|f|pthread)/.test(word)) kept.push(word);
  }
  return kept;
}

async function judge(
  job: Job,
): Promise<{ readonly outcome: Outcome; readonly bytes: number; readonly milliseconds: number }> {
  const options = { cwd: job.directory, maxBuffer: LARGEST, env: { ...process.env, LC_ALL: 'C' } };
  let text: string;
  try {
    await run('gcc', ['-fsyntax-only', '-w', ...job.options, job.file], options);
    text = (await run('gcc', ['-E', '-w', ...job.options, job.file], options)).stdout;
  } catch {
    return { outcome: { kind: 'rejected-by-gcc' }, bytes: 0, milliseconds: 0 };
  }
  const start = performance.now();
  const outcome = accepted(job.file, text);
  return { outcome, bytes: text.length, milliseconds: performance.now() - start };
}

function accepted(file: string, text: string): Outcome {
  const model = 'LP64';
  try {
    buildProgram(parseProgram([{ file, text }], { model }));
    return { kind: 'accepted' };
  } catch (error) {
    if (!(error instanceof FrontEndError))
      return { kind: 'failed', message: `CRASH ${(error as Error).stack?.split('\n').slice(0, 3).join(' ')}` };
    const first = error.diagnostics.find(({ severity }) => severity === 'error');
    const where = first?.at ? ` (${basename(first.at.file)}:${first.at.line}:${first.at.column})` : '';
    return { kind: 'failed', message: `${first?.code} ${first?.message}${where}` };
  }
}

const words = process.argv.slice(2);
const list = words.includes('--list');
const only = words.includes('--only') ? (words[words.indexOf('--only') + 1] ?? '') : '';
const projects = words.filter((word, i) => !word.startsWith('--') && words[i - 1] !== '--only');
let [ours, theirs] = [0, 0];
for (const project of projects) {
  const messages = new Map<string, number>();
  const failures: string[] = [];
  let [jobs, gcc, good, bytes, milliseconds] = [0, 0, 0, 0, 0];
  let slowest = { file: '', milliseconds: 0 };
  for (const job of jobsOf(project)) {
    if (!job.file.includes(only)) continue;
    jobs += 1;
    const result = await judge(job);
    if (result.outcome.kind === 'rejected-by-gcc') continue;
    gcc += 1;
    bytes += result.bytes;
    milliseconds += result.milliseconds;
    if (result.milliseconds > slowest.milliseconds) slowest = { file: job.file, milliseconds: result.milliseconds };
    if (result.outcome.kind === 'accepted') good += 1;
    else {
      const { message } = result.outcome;
      failures.push(`${job.file}: ${message}`);
      // Files that fail at the same place of a header, or by the same construct, count together.
      const key = message.replace(/ \([^()]*\.c:[\d:]+\)$/, '');
      messages.set(key, (messages.get(key) ?? 0) + 1);
    }
  }
  ours += good;
  theirs += gcc;
  const name = statSync(project).isDirectory()
    ? basename(resolve(project))
    : basename(project) === 'compile_commands.json'
      ? basename(dirname(resolve(project)))
      : basename(project, '.json');
  const speed =
    milliseconds === 0
      ? ''
      : `, ${(bytes / 1000 / milliseconds).toFixed(1)} MB/s, slowest ${basename(slowest.file)} ${(slowest.milliseconds / 1000).toFixed(1)} s`;
  console.log(`${name}: ${jobs} files, ${gcc} accepted by gcc, ${good} of these by us${speed}`);
  for (const [message, count] of [...messages].toSorted((a, b) => b[1] - a[1]).slice(0, 12))
    console.log(`  ${count} × ${message}`);
  if (list) for (const failure of failures) console.log(`  - ${failure}`);
}
if (projects.length > 1) console.log(`all: ${ours} of ${theirs}, ${((100 * ours) / Math.max(theirs, 1)).toFixed(1)} %`);
process.exitCode = ours === theirs ? 0 : 1;
