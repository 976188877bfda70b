import { InvalidArgumentError } from 'commander';

// Readers of option values. They throw commander's InvalidArgumentError, which names the option and ends with exit code 1.

export function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError('It must be a positive number of seconds.');
  return value;
}

export function megabytes(text: string): number {
  return whole(text, 1, 'It must be a positive whole number of megabytes.');
}

export function count(text: string): number {
  return whole(text, 1, 'It must be a positive whole number.');
}

export function natural(text: string): number {
  return whole(text, 0, 'It must be a whole number, 0 or more.');
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

function whole(text: string, least: number, message: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least) throw new InvalidArgumentError(message);
  return value;
}
