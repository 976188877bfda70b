import { InvalidArgumentError } from 'commander';
import type { ArgumentBounds } from '../../program/cfa/automaton.ts';
import { allAmong, CHECK_KINDS, type CheckKind, isMemoryKind, PLACED_CHECKS } from '../../program/cfa/checks/kinds.ts';
import { EXTERNAL_READINGS, type ExternalReading } from '../../program/cfa/externals.ts';
import type { AddressRange, InterruptMask } from '../../program/cfa/surroundings.ts';
import { MOST_ARGUMENT_BYTES, readArgumentBounds } from '../../race/options/argument-bounds.ts';
import type { Machine } from '../../race/schedule/slices.ts';

// Readers of option values. They throw commander's InvalidArgumentError, which names the option and
// ends with exit code 1.

/** No verification fits into less, in MB. */
const LEAST_MEGABYTES = 64;
/** No machine has more, in MB: larger numbers are bytes by mistake. */
const MOST_MEGABYTES = 2 ** 26;

export function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError('It must be a positive number of seconds.');
  return value;
}

export function megabytes(text: string): number {
  const value = whole(text, 1, 'It must be a positive whole number of megabytes.');
  if (value < LEAST_MEGABYTES) throw new InvalidArgumentError(`It is in megabytes, and at least ${LEAST_MEGABYTES}.`);
  if (value > MOST_MEGABYTES) throw new InvalidArgumentError(`It is in megabytes, and at most ${MOST_MEGABYTES}.`);
  return value;
}

export function count(text: string): number {
  return whole(text, 1, 'It must be a positive whole number.');
}

/** Reads `2/4` as the second of four machines. */
export function machine(text: string): Machine {
  const [, place, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? [];
  const index = Number(place) - 1;
  if (place === undefined || index < 0 || index >= Number(of))
    throw new InvalidArgumentError('It must be one of several, such as 2/4.');
  return { index, of: Number(of) };
}

export function natural(text: string): number {
  return whole(text, 0, 'It must be a whole number, 0 or more.');
}

/** Reads bounds such as `4x16`: number of arguments and bytes of each. */
export function argumentBounds(text: string): ArgumentBounds {
  const bounds = readArgumentBounds(text);
  if (bounds === null)
    throw new InvalidArgumentError(
      `It must be a number of arguments and of their bytes such as 4x16, at most ${MOST_ARGUMENT_BYTES} in all.`,
    );
  return bounds;
}

/** Reads numbers such as `0-3,7`. */
export function numbers(text: string): readonly number[] {
  return list(text).flatMap((range) => {
    const [, first, last = first] = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(range) ?? [];
    if (first === undefined) throw new InvalidArgumentError('It must be a list of numbers such as 0-3,7.');
    return Array.from({ length: Math.max(0, Number(last) - Number(first) + 1) }, (_, index) => Number(first) + index);
  });
}

export function list(text: string): readonly string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new InvalidArgumentError('It must be a list such as bmc,kind.');
  return names;
}

export function websocketAddress(text: string): string {
  const address = URL.canParse(text) ? new URL(text) : null;
  if ((address?.protocol !== 'ws:' && address?.protocol !== 'wss:') || address.hash !== '')
    throw new InvalidArgumentError('It must be an address such as ws://localhost:9000/races.');
  return address.href;
}

/** Reads kinds of checks that have one verdict together; `all` is all but those about memory. */
export function checkKinds(text: string, before: readonly CheckKind[] = []): readonly CheckKind[] {
  const kinds =
    text === 'all' ? allAmong(CHECK_KINDS).filter((kind) => !isMemoryKind(kind)) : kindsAmong(CHECK_KINDS, text);
  return joined(before, kinds);
}

/** Reads what is asked in place of calls of error functions: kinds of checks, or whether every run ends. */
export function question(
  text: string,
  before?: readonly CheckKind[] | 'termination',
): readonly CheckKind[] | 'termination' {
  if (text === 'termination' && before === undefined) return text;
  if (list(text).includes('termination') || before === 'termination')
    throw new InvalidArgumentError('termination is a question of its own: give it alone.');
  return text === 'all'
    ? checkKinds(text, before)
    : joined(before ?? [], kindsAmong(CHECK_KINDS, text, 'all, termination,'));
}

/** Reads kinds of checks that are decided one by one, or `all`. */
export function placedKinds(text: string, before: readonly CheckKind[] = []): readonly CheckKind[] {
  return joined(before, text === 'all' ? allAmong(PLACED_CHECKS) : kindsAmong(PLACED_CHECKS, text));
}

/** The kinds of an option that is given several times; each kind is there once. */
function joined(before: readonly CheckKind[], kinds: readonly CheckKind[]): readonly CheckKind[] {
  return [...new Set([...before, ...kinds])];
}

function kindsAmong(kinds: readonly CheckKind[], text: string, others = 'all,'): readonly CheckKind[] {
  return list(text).map((name) => {
    const kind = kinds.find((one) => one === name);
    if (kind === undefined) throw new InvalidArgumentError(`It must be ${others} or a list of ${kinds.join(', ')}.`);
    return kind;
  });
}

/** Adds a reading such as `f=pure` to the earlier readings. */
export function reading(
  text: string,
  before: Readonly<Record<string, ExternalReading>> = {},
): Readonly<Record<string, ExternalReading>> {
  const [, name, value] = /^([A-Za-z_$][\w$]*)=(\w+)$/.exec(text) ?? [];
  const found = EXTERNAL_READINGS.find((one) => one === value);
  if (name === undefined || found === undefined)
    throw new InvalidArgumentError(`It must be a function and one of ${EXTERNAL_READINGS.join(', ')}, such as f=pure.`);
  return { ...before, [name]: found };
}

/** Adds the object of an argument, such as `buf: len`, to the earlier ones. */
export function entryObject(
  text: string,
  before: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [, pointer, count] = /^\s*([A-Za-z_]\w*)\s*:\s*([A-Za-z_]\w*|[1-9]\d*)\s*$/.exec(text) ?? [];
  if (pointer === undefined || count === undefined)
    throw new InvalidArgumentError("It must be a pointer argument and a number or a parameter, such as 'buf: len'.");
  return { ...before, [pointer]: count };
}

/** Adds functions that hold interrupts off and let them in again, such as `lock:unlock`, to the earlier ones. */
export function interruptMask(text: string, before: readonly InterruptMask[] = []): readonly InterruptMask[] {
  const [, off, on] = /^\s*([A-Za-z_]\w*)?\s*:\s*([A-Za-z_]\w*)\s*$/.exec(text) ?? [];
  if (on === undefined)
    throw new InvalidArgumentError(
      'It must be two functions such as irq_disable:irq_enable, or :irq_enable where interrupts are off at first.',
    );
  return [...before, { off: off ?? null, on }];
}

/** The addresses that runs give to objects first. */
const OBJECTS_START = 0x1000n;
const OBJECTS_END = 0x1000000n;

/** Adds a range of addresses such as `0x40000000:0x1000` to the earlier ones. */
export function device(text: string, before: readonly AddressRange[] = []): readonly AddressRange[] {
  const [, start, bytes] = /^\s*(0[xX][\da-fA-F]+|\d+)\s*:\s*(0[xX][\da-fA-F]+|\d+)\s*$/.exec(text) ?? [];
  if (start === undefined || bytes === undefined || BigInt(bytes) === 0n || BigInt(start) + BigInt(bytes) > 1n << 64n)
    throw new InvalidArgumentError('It must be an address and a number of bytes such as 0x40000000:0x1000.');
  const range = { first: BigInt(start), end: BigInt(start) + BigInt(bytes) };
  if (range.first < OBJECTS_END && range.end > OBJECTS_START)
    throw new InvalidArgumentError('Runs have their objects between 0x1000 and 0xffffff: no device may lie there.');
  return [...before, range];
}

function whole(text: string, least: number, message: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least) throw new InvalidArgumentError(message);
  return value;
}
