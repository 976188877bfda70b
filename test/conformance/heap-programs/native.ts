import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a sanitiser says: the line of the first fault (null: none), and whether blocks are lost. */
export interface Truth {
  readonly line: number | null;
  /** Null behind a fault. */
  readonly leaks: boolean | null;
}

/** Overwrites what a program left on the stack, so that it keeps no block alive. */
const AFTER = `static void clobber(void) { volatile char t[65536]; for (int k = 0; k < 65536; k++) t[k] = 0; }
int main(int n, char **v) { int k = atoi(v[1]); all[k](); clobber(); return 0; }
`;

/**
 * Runs programs under ASan and LSan, which one run of the compiler builds: names at file scope are those
 * that `#define` renames. A program is the text of `program<k>.c`.
 */
export function truths(texts: readonly string[], folder: string): Truth[] {
  const parts = texts.map((text, k) => {
    const names = new Set(
      [...text.matchAll(/^(?:static [^(;={]*?|int |struct )\b(\w+)(?= ?[(;={])/gm)].map(([, name]) => name),
    );
    const defines = [...names].map((name) => `#define ${name} ${name}_${k}`).join('\n');
    const undefines = [...names].map((name) => `#undef ${name}`).join('\n');
    return `${defines}\n#line 1 "program${k}.c"\n${text}\n${undefines}\n`;
  });
  const table = `static int (*all[])(void) = { ${texts.map((_, k) => `main_${k}`).join(', ')} };\nextern int atoi(const char *);\n`;
  const [source, binary] = [join(folder, 'all.c'), join(folder, 'all')];
  writeFileSync(source, `${parts.join('')}#line 1 "driver"\n${table}${AFTER}`);
  const options = ['-w', '-g', '-O0', '-fno-builtin', '-fsanitize=address'];
  const compiled = spawnSync('gcc', [...options, source, '-o', binary], { encoding: 'utf8' });
  if (compiled.status !== 0) throw new Error(compiled.stderr);
  const env = { ...process.env, ASAN_OPTIONS: 'detect_stack_use_after_return=1:detect_leaks=1:malloc_context_size=3' };
  return texts.map((_, k) => {
    const { stderr } = spawnSync(binary, [`${k}`], { encoding: 'utf8', timeout: 20_000, env });
    const [, line] = /ERROR: AddressSanitizer[\s\S]*?program\d+\.c:(\d+)/.exec(stderr) ?? [];
    if (line !== undefined) return { line: Number(line), leaks: null };
    if (/ERROR: AddressSanitizer/.test(stderr)) throw new Error(`${texts[k]}\n${stderr}`);
    return { line: null, leaks: stderr.includes('LeakSanitizer: detected') };
  });
}
