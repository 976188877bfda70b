import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { messageOf } from '../../base/errors.ts';
import { TemporaryFolder } from '../../base/temporary-folder.ts';
import { type Answer, explanationOf, partsOf } from './answers.ts';
import type { Left } from './command.ts';
import {
  CHECK_INPUT,
  CONTRACTS_INPUT,
  EXPLAIN_INPUT,
  programWords,
  RUN_INPUT,
  VALIDATE_INPUT,
  VERIFY_INPUT,
} from './program-input.ts';
import { CONTRACTS, FAILURE } from './result.ts';
import type { Session } from './session.ts';
import { CHECKED, CONTRACTED, checked, EXPLAINED, explained, VERIFIED, verified } from './short-answers.ts';

/** Seconds of a question that names none. */
const DEFAULT_SECONDS = 60;
/** Seconds that a command has beyond its own limit, in which it answers. */
const ANSWERING_SECONDS = 10;
/** Most characters of a result, and of an output that an agent reads itself. */
const RESULT_CHARACTERS = 2 ** 26;
const READ_CHARACTERS = 2 ** 14;
/** Time in ms between two signs of life. */
const PROGRESS_MILLISECONDS = 2_000;

const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const;

const RAN = z.object({
  exitCode: z
    .number()
    .nullable()
    .describe('That of the program; 134: it aborted; 2: the files are no program; null: time was over'),
  stdout: z.string(),
  stderr: z.string(),
  isCut: z.boolean().describe('An output is longer than what is here'),
});
const VALIDATED = z.object({
  outcome: z.enum(['confirmed', 'refuted', 'open']),
  detail: z.string(),
});

/** Registers the tools. Each one runs a command of Lemmata, and its answer is what an agent needs of the result. */
export function registerTools(
  server: McpServer,
  session: Session,
  refused: (words: readonly string[]) => string | null,
): void {
  server.registerTool(
    'verify',
    {
      title: 'Verify a C program',
      description:
        'Proves that no assertion fails and no error function is called, or finds inputs and a run where that happens. With check: the same about one kind of fault, or about termination.',
      inputSchema: VERIFY_INPUT,
      outputSchema: VERIFIED,
      annotations: READ_ONLY,
    },
    answering(async (input, context) => {
      const kind = input.check === undefined ? [] : ['--check', input.check];
      const answer = await ask('verify', input, kind, context);
      return verified(answer.result, { answer: answer.name, resources: addresses(answer) });
    }),
  );
  server.registerTool(
    'check',
    {
      title: 'Find all faults of a C program',
      description:
        'Decides each check of a program on its own: overflows, accesses outside of objects, divisions by zero, lost memory and others. Each fault has its inputs; open checks have what induction lacks, if that is known.',
      inputSchema: CHECK_INPUT,
      outputSchema: CHECKED,
      annotations: READ_ONLY,
    },
    answering(async (input, context) => {
      const kinds = input.checks.length === 0 ? [] : ['--check', input.checks.join(',')];
      const answer = await ask('check', input, kinds, context);
      return checked(answer.result, { answer: answer.name, resources: addresses(answer) });
    }),
  );
  server.registerTool(
    'contracts',
    {
      title: 'Prove functions against their contracts',
      description:
        'Proves each function that has clauses of CBMC behind its declarator (__CPROVER_requires, __CPROVER_ensures, __CPROVER_assigns), with the contracts of the functions that it calls. The time limit is that of one function.',
      inputSchema: CONTRACTS_INPUT,
      outputSchema: CONTRACTED,
      annotations: READ_ONLY,
    },
    answering(async (input, context) => {
      const asked = input.functions.flatMap((name) => ['--function', name]);
      const inline = input.inline.flatMap((name) => ['--inline', name]);
      const left = await question('contracts', input, [...asked, ...inline], session.limits.seconds, context);
      const { functions } = CONTRACTS.parse(JSON.parse(left.stdout.text));
      const list = functions.map(({ name, at, verdict, result }) => {
        if (result === null) return { name, at, verdict };
        const answer = session.answers.add(JSON.stringify(result), '');
        return {
          name,
          at,
          verdict,
          judged: checked(answer.result, { answer: answer.name, resources: addresses(answer) }),
        };
      });
      return { functions: list };
    }),
  );
  server.registerTool(
    'explain',
    {
      title: 'Explain an answer',
      description:
        'Says of an earlier answer why it is UNKNOWN and what to try, which condition an open check lacks, how far each engine came, and what the run or the proof is.',
      inputSchema: EXPLAIN_INPUT,
      outputSchema: EXPLAINED,
      annotations: READ_ONLY,
    },
    answering(async ({ answer: name }) => {
      const answer = session.answers.get(name);
      return explained(answer.result, name, explanationOf(answer));
    }),
  );
  server.registerTool(
    'run',
    {
      title: 'Run a C program',
      description: 'Runs a program in the interpreter, on given inputs: nothing of it runs on the machine itself.',
      inputSchema: RUN_INPUT,
      outputSchema: RAN,
      annotations: READ_ONLY,
    },
    answering((input, context) =>
      withFiles(async (write) => {
        const { inputs, steps, seconds, text = null } = input;
        const given = inputs.length === 0 ? [] : ['--inputs', write('inputs.txt', inputs.join('\n'))];
        const options = ['--steps', String(steps), ...given, ...programWords(input)];
        const words = ['run', ...options, '--', ...input.arguments];
        const { code, stdout, stderr } = await command(words, text, seconds, READ_CHARACTERS, context);
        return { exitCode: code, stdout: stdout.text, stderr: stderr.text, isCut: stdout.isCut || stderr.isCut };
      }),
    ),
  );
  server.registerTool(
    'validate',
    {
      title: 'Check a witness',
      description: 'Follows the violation of a witness, or proves its invariants, whichever tool wrote it.',
      inputSchema: VALIDATE_INPUT,
      outputSchema: VALIDATED,
      annotations: READ_ONLY,
    },
    answering((input, context) =>
      withFiles(async (write) => {
        const { witness, witnessText, property, ignoreHashes, text = null } = input;
        const file = witnessText === undefined ? witness : write('witness.yml', witnessText);
        if (file === undefined) throw new Error('no witness is given: witness or witnessText');
        const seconds = secondsOf(input.timeout);
        const options = [
          ...['--witness', file, '--timeout', String(seconds)],
          ...(property === undefined ? [] : ['--property', property]),
          ...(ignoreHashes ? ['--ignore-hashes'] : []),
        ];
        const words = ['validate', ...options, ...programWords(input)];
        const left = await command(words, text, seconds + ANSWERING_SECONDS, READ_CHARACTERS, context);
        const [, outcome, detail] = /^Witness: (\w+) \((.*)\)$/m.exec(left.stdout.text) ?? [];
        if (outcome === undefined) throw new Error(left.stderr.text.trim() || unanswered(left));
        return VALIDATED.parse({ outcome, detail });
      }),
    ),
  );

  /** Asks the engines, and keeps the answer. Throws what the command reports. */
  async function ask(
    name: 'verify' | 'check',
    input: z.output<typeof VERIFY_INPUT> | z.output<typeof CHECK_INPUT>,
    words: readonly string[],
    context: ServerContext,
  ): Promise<Answer> {
    const left = await question(name, input, words, secondsOf(input.timeout), context);
    return session.answers.add(left.stdout.text, left.stderr.text.slice(0, READ_CHARACTERS));
  }

  /** Runs a command about a program; `most`: seconds of all its answers. Throws what the command reports. */
  async function question(
    name: 'verify' | 'check' | 'contracts',
    input: Omit<z.output<typeof VERIFY_INPUT>, 'check'>,
    own: readonly string[],
    most: number,
    context: ServerContext,
  ): Promise<Left> {
    const { entry, hints, options, text = null } = input;
    const wrong = refused(options);
    if (wrong !== null) throw new Error(`${wrong} cannot be among the options of a tool`);
    const seconds = secondsOf(input.timeout);
    const { megabytes, threads } = session.limits;
    const left = await withFiles((write) => {
      const words = [
        ...[name, ...options, '--json', '--timeout', String(seconds), ...own],
        ...(entry === undefined ? [] : ['--entry', entry]),
        ...(hints.length === 0 ? [] : ['--hints', write('hints.txt', hints.join('\n'))]),
        ...(megabytes === null ? [] : ['--memory', String(megabytes)]),
        ...(threads === null ? [] : ['--threads', String(threads)]),
        ...programWords(input),
      ];
      return command(words, text, most + ANSWERING_SECONDS, RESULT_CHARACTERS, context);
    });
    const failure = failureOf(left);
    if (failure !== null) throw new Error(failure);
    return left;
  }

  function secondsOf(asked = DEFAULT_SECONDS): number {
    return Math.min(asked, session.limits.seconds);
  }

  /** Runs a command in its turn, and gives signs of life to a client that asks for them. */
  async function command(
    words: readonly string[],
    input: string | null,
    seconds: number,
    characters: number,
    { mcpReq }: ServerContext,
  ): Promise<Left> {
    const since = performance.now();
    let message = 'waiting';
    const progressToken = mcpReq._meta?.progressToken;
    const tell = (): void => {
      const progress = Math.round((performance.now() - since) / 1000);
      const params = { progressToken, progress, message };
      mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    };
    const timer = progressToken === undefined ? undefined : setInterval(tell, PROGRESS_MILLISECONDS);
    const milliseconds = Math.min(seconds, session.limits.seconds + ANSWERING_SECONDS) * 1000;
    const began = (): void => {
      message = 'running';
    };
    try {
      return await session.run({ words, input, milliseconds, characters }, mcpReq.signal, began);
    } finally {
      clearInterval(timer);
    }
  }
}

/** Makes a handler: its answer is structured, with the same as text for older clients; errors are results, too. */
function answering<Input, Output extends object>(tool: (input: Input, context: ServerContext) => Promise<Output>) {
  return async (input: Input, context: ServerContext) => {
    try {
      const structuredContent = { ...(await tool(input, context)) };
      return { content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }], structuredContent };
    } catch (error) {
      return { content: [{ type: 'text' as const, text: messageOf(error) }], isError: true };
    }
  };
}

function addresses(answer: Answer): string[] {
  return partsOf(answer).map(({ uri }) => uri);
}

/** Why a command gave no result; null: it did. */
function failureOf(left: Left): string | null {
  const { text, isCut } = left.stdout;
  if (isCut) return 'the result is too large';
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return left.stderr.text.trim() || unanswered(left);
  }
  const { data } = FAILURE.safeParse(json);
  if (data === undefined) return null;
  const { code, message, location } = data.error;
  return `${code}: ${message}${location == null || message.includes(location) ? '' : ` at ${location}`}`;
}

function unanswered({ code }: Left): string {
  return code === null ? 'there is no answer in time' : `there is no answer: exit code ${code}`;
}

/** Gives `work` a way to write files, which are gone when it ends. */
async function withFiles<T>(work: (write: (name: string, text: string) => string) => Promise<T>): Promise<T> {
  let folder = null as TemporaryFolder | null;
  try {
    return await work((name, text) => {
      folder ??= new TemporaryFolder('agents');
      const path = join(folder.path, name);
      writeFileSync(path, text);
      return path;
    });
  } finally {
    folder?.remove();
  }
}
