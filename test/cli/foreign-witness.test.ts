import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { put } from '../compete/tasks.ts';
import { scratchFolder } from '../scratch.ts';
import { type Validated, validated } from './validated.ts';

vi.setConfig({ testTimeout: 240_000 });
const folder = scratchFolder('foreign-witness');
const REACH = 'G ! call(reach_error())';

/** Two variables that change places for ever; what they have at first is not said. */
const swap = put(
  folder,
  'swap.c',
  `int main(void) {
  int left;
  int right;
  left = 4;
  right = 9;
  while (left + right < 20) {
    int kept = left;
    left = right;
    right = kept;
  }
  return 0;
}
`,
);
const queue = put(
  folder,
  'queue.c',
  `extern void reach_error(void);
extern char __VERIFIER_nondet_char();
int length;
int push(int more) { length += more; return length; }
int main() {
  char c[3];
  for (int i = 0; i < 3; i++) {
    c[i] = __VERIFIER_nondet_char();
    if (c[i] == 'q')
      push(1);
  }
  if (length == 2)
    reach_error();
  return 0;
}
`,
);

/** A witness as other tools write it: without hashes, or values of fields that must be there. */
function validate(program: string, specification: string, ...entries: readonly string[]): Promise<Validated> {
  const name = program.slice(folder.length + 1);
  const texts = entries.map((entry) => {
    const [type, ...content] = entry.split('\n');
    return `- entry_type: ${type}
  metadata:
    format_version: '2.0'
    uuid:
    creation_time:
    producer: { name: other, version: '1' }
    task: { input_files: [${name}], specification: ${JSON.stringify(specification)}, data_model: LP64, language: C }
  content:
${content.map((line) => `  ${line}\n`).join('')}`;
  });
  const file = join(folder, `witness-${Math.random()}.yml`);
  writeFileSync(file, texts.join(''));
  return validated(file, program);
}

function waypoint(type: string, place: string, value: string | null, action = 'follow', more = ''): string {
  const [line, column] = place.split(':');
  const location = `line: ${line}${column === undefined ? '' : `, column: ${column}`}, function: main`;
  const constraint = value === null ? '' : `, constraint: { value: ${JSON.stringify(value)}, format: acsl_expression }`;
  return `  - waypoint: { type: ${type}, action: ${action}, location: { file_name: any/path/to/it.c, ${location} }${constraint}${more} }`;
}

function sequence(program: string, ...segments: readonly (readonly string[])[]): string {
  const name = program.slice(folder.length + 1);
  const lines = segments.flatMap((segment) => ['- segment:', ...segment]);
  return ['violation_sequence', ...lines].join('\n').replaceAll('it.c', name);
}
const at = (place: string, value: string, action = 'follow'): string => waypoint('assumption', place, value, action);
const back = at('8:5', 'left == 9 && kept == 9', 'cycle');
const target = waypoint('target', '13', null);
const branch = (place: string, value: string, action = 'follow'): string => waypoint('branching', place, value, action);

describe('witnesses as other tools write them', () => {
  it.each<[string, string, string, string]>([
    [
      'states at statements, and at the body of the loop',
      swap,
      'TERMINATION',
      sequence(
        swap,
        [at('3', 'left == 18')],
        [at('4:3', 'left == 18 && right == 5')],
        [at('6:3', '(left == 4)&&(right == 9)')],
        [at('6:29', 'left == 4', 'cycle')],
        [at('6:29', 'left == 9', 'cycle')],
      ),
    ],
    [
      'branches by their lines, in the order of the run',
      queue,
      REACH,
      sequence(
        queue,
        [branch('7', 'true')],
        [branch('9', 'true')],
        [branch('9', 'false')],
        [branch('9', 'true')],
        [branch('12', 'true')],
        [target],
      ),
    ],
    [
      'calls by their lines, with a branch to avoid',
      queue,
      `CHECK( init(main()), LTL(${REACH}) )`,
      sequence(
        queue,
        [waypoint('function_enter', '10', null)],
        [branch('12', 'true', 'avoid'), waypoint('function_return', '10', '\\result == 1')],
        [waypoint('function_enter', '10', null)],
        [waypoint('function_return', '10', '\\result == 2')],
        [target],
      ),
    ],
    [
      'assumptions that always hold',
      queue,
      'unreach-call',
      sequence(queue, [at('7:3', '1')], [at('12', '1')], [target]),
    ],
  ])('are confirmed: %s', async (_name, program, specification, entry) => {
    expect(await validate(program, specification, entry)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Witness: confirmed/),
    });
  });

  it.each<[string, string, string, string]>([
    [
      'a cycle that names one of two turns',
      swap,
      'TERMINATION',
      sequence(swap, [at('6:29', 'left == 4', 'cycle')], [at('7:5', 'left == 4', 'cycle')]),
    ],
    ['a state that no turn has', swap, 'termination', sequence(swap, [at('6:29', 'left == 9', 'cycle')], [back])],
    [
      'a branch that must be avoided on the way',
      queue,
      REACH,
      sequence(queue, [branch('9', 'true', 'avoid'), branch('12', 'true')], [target]),
    ],
    [
      'a return value that comes later',
      queue,
      REACH,
      sequence(queue, [waypoint('function_return', '10', '\\result == 2')], [target]),
    ],
  ])('are refuted: %s', async (_name, program, specification, entry) => {
    expect(await validate(program, specification, entry)).toMatchObject({
      code: 10,
      stdout: expect.stringMatching(/^Witness: refuted/),
    });
  });

  const contract =
    "invariant_set\n- contract: { type: function_contract, location: { file_name: queue.c, line: 4 }, requires: '1', ensures: '1' }";
  const ghosts =
    "ghost_instrumentation\nghost_variables: [{ name: g, scope: global, type: int, initial: { value: '0', format: c_expression } }]\nghost_updates: []";
  const holds =
    "invariant_set\n- invariant: { type: loop_invariant, location: { file_name: queue.c, line: 7 }, value: 'i >= 0' }";
  const race = [0, 1].map((thread) => waypoint('target', `${8 + thread}`, null, 'follow', `, thread_id: ${thread}`));
  it.each<[string, string, readonly string[], RegExp]>([
    ['a function of ACSL', REACH, [sequence(queue, [at('12', '!\\valid(c)')], [target])], /waypoint 1 .*\\valid/],
    ['contracts of functions', REACH, [contract], /not checked: contract/],
    ['variables of the proof', REACH, [holds, ghosts], /not checked: ghost_instrumentation/],
    ['steps of threads that the program does not start', 'no-data-race', [sequence(queue, race)], /no run was found/],
  ])('stay open, by name: %s', async (_name, specification, entries, reason) => {
    const { code, stdout, stderr } = await validate(queue, specification, ...entries);
    expect({ code, stdout, stderr }).toMatchObject({ code: 5, stdout: expect.stringMatching(reason) });
  });
});
