import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ASKED, type Asked, faultOf, sanitised } from './native.ts';

/** What was found out about a program. `wrong`: a sanitiser reports a fault whose absence is proved. */
export interface Finding {
  readonly answers: Readonly<Partial<Record<Asked, string>>>;
  readonly outcome: 'false' | 'unknown' | 'true' | 'wrong' | 'none';
  readonly what: string;
}

/**
 * Asks about all checks of a program and runs its sanitised binary on random inputs. An answer TRUE about
 * a kind is wrong if the first fault of a run is of that kind. `tool`: the command; `seconds`: its limit.
 */
export function examine(
  text: string,
  folder: string,
  name: string,
  { tool, seconds, runs }: { readonly tool: string; readonly seconds: number; readonly runs: number },
): Finding {
  const program = sanitised(text, folder, name);
  if (program === null) return { answers: {}, outcome: 'none', what: 'does not compile' };
  const args = [
    tool,
    'check',
    '--check',
    ASKED.join(','),
    '--json',
    '--quiet',
    '--timeout',
    String(seconds),
    '--externals',
    'pure',
  ];
  const { stdout } = spawnSync(process.execPath, [...args, join(folder, `${name}.c`)], {
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
  });
  const answers = answersIn(stdout);
  if (answers === null) return { answers: {}, outcome: 'none', what: stdout.slice(0, 200) };
  for (let seed = 1; seed <= runs; seed++) {
    const fault = faultOf(program, seed);
    // Further runs would take as long.
    if (fault === 'late') break;
    if (fault !== null && (answers[fault.kind] ?? 'TRUE') === 'TRUE')
      return { answers, outcome: 'wrong', what: `${fault.kind}: ${fault.what}, seed ${seed}` };
  }
  const all = Object.values(answers);
  const outcome = all.includes('FALSE') ? 'false' : all.includes('UNKNOWN') ? 'unknown' : 'true';
  return { answers, outcome, what: '' };
}

interface Answer {
  readonly verdict?: string;
  readonly results?: readonly { readonly verdict: string; readonly checks: readonly { readonly kind: Asked }[] }[];
}

/** The answers by kind; a kind without places has none. Null: there is no answer. */
function answersIn(stdout: string): Partial<Record<Asked, string>> | null {
  try {
    const { results, verdict } = JSON.parse(stdout) as Answer;
    // The time was over before the checks were known.
    if (results === undefined)
      return verdict === 'UNKNOWN' ? Object.fromEntries(ASKED.map((kind) => [kind, 'UNKNOWN'])) : null;
    return Object.fromEntries(results.map(({ verdict, checks }) => [checks[0].kind, verdict]));
  } catch {
    return null;
  }
}
