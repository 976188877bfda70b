/**
 * Acts of the surroundings on a program, besides its inputs: handlers of interrupts, objects that change by
 * themselves, and registers of devices. Plain data.
 */
export interface Surroundings {
  /** Functions that may run between any two accesses. */
  readonly interrupts: readonly string[];
  /** Functions whose calls hold interrupts off, or let them in again. */
  readonly masks: readonly InterruptMask[];
  /** Names of variables whose volatile reads are inputs. */
  readonly changing: readonly string[];
  /** Ranges of addresses in which accesses reach registers. */
  readonly devices: readonly AddressRange[];
}

export interface InterruptMask {
  /** Null: interrupts are off until the first call of the other function. */
  readonly off: string | null;
  readonly on: string;
}

/** Addresses from `first` up to, but not including, `end`. */
export interface AddressRange {
  readonly first: bigint;
  readonly end: bigint;
}

export const NO_SURROUNDINGS: Surroundings = { interrupts: [], masks: [], changing: [], devices: [] };

/** Masks that are known without an option: those of CMSIS, AVR, and MSP430. */
const KNOWN_MASKS: readonly InterruptMask[] = [
  { off: '__disable_irq', on: '__enable_irq' },
  { off: 'cli', on: 'sei' },
  { off: '__disable_interrupt', on: '__enable_interrupt' },
];

/** Returns all masks: those asked for, and the known ones. */
export function masksOf({ masks }: Surroundings): readonly InterruptMask[] {
  return [...masks, ...KNOWN_MASKS];
}

/** Whether nothing acts on the program besides its inputs. */
export function isUndisturbed({ interrupts, changing, devices }: Surroundings): boolean {
  return interrupts.length === 0 && changing.length === 0 && devices.length === 0;
}

/** States in full sentences which acts a verdict takes into account, one for each kind. */
export function surroundingsTexts(
  asked: Surroundings,
): readonly { readonly kind: SurroundingsKind; readonly text: string }[] {
  const { interrupts, changing, devices } = asked;
  const ranges = devices.map(({ first, end }) => `0x${first.toString(16)} to 0x${(end - 1n).toString(16)}`);
  const masks = masksOf(asked).map(({ off, on }) =>
    off === null ? `before the first call of ${on}` : `between calls of ${off} and ${on}`,
  );
  const handlers = interrupts.join(', ');
  return [
    ...(interrupts.length === 0
      ? []
      : [
          {
            kind: 'interrupt',
            text: `Interrupts: ${handlers} may run between any two accesses to scalar objects, any number of times, and each time to the end; not within another handler, not within functions without a body, not ${[...new Set(masks)].join(', not ')}.`,
          } as const,
        ]),
    ...(changing.length === 0
      ? []
      : [
          {
            kind: 'volatile',
            text: `Changing by themselves: each volatile read of ${changing.join(', ')} gives any value.`,
          } as const,
        ]),
    ...(devices.length === 0
      ? []
      : [
          {
            kind: 'device',
            text: `Devices: each read at ${ranges.join(', ')} gives any value, and writes there change no object.`,
          } as const,
        ]),
  ];
}

export type SurroundingsKind = 'interrupt' | 'volatile' | 'device';
