import type { Wide } from '../../base/wide.ts';
import type { NativeCall, Natives } from './native.ts';
import { writePointer } from './string-functions.ts';
import { bytesOf, ERRNO, lastingText, putBytes, setErrno, stringText } from './text.ts';

/** Functions on times of UTC. The zone of a machine decides about local times, which no function here computes. */

const DAY = 86_400n;
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/**
 * Fields of `struct tm`, in the order of all C libraries: seconds, minutes, hours, day, month, and year. Days since
 * Sunday, days since the first of January, and the flag of daylight saving time follow.
 */
type Fields = readonly number[];

/** Rounds down, unlike the operator. */
const quotient = (a: bigint, b: bigint): bigint => (a - (((a % b) + b) % b)) / b;

/** Days from 1970-01-01 to a day of a month from 1 to 12, in the Gregorian calendar of all years. */
function daysTo(year: bigint, month: bigint, day: bigint): bigint {
  // Years begin with March, so that the day of a leap year is their last one.
  const y = month > 2n ? year : year - 1n;
  const ofYear = (153n * (month > 2n ? month - 3n : month + 9n) + 2n) / 5n;
  return 365n * y + quotient(y, 4n) - quotient(y, 100n) + quotient(y, 400n) + ofYear + day - 719_469n;
}

/** Splits seconds since 1970; null: the year is no int. */
function fieldsOf(time: bigint): Fields | null {
  const days = quotient(time, DAY);
  const rest = Number(time - days * DAY);
  let year = 1970n + quotient(days * 400n, 146_097n);
  while (daysTo(year, 1n, 1n) > days) year--;
  while (daysTo(year + 1n, 1n, 1n) <= days) year++;
  let month = 12n;
  while (daysTo(year, month, 1n) > days) month--;
  const since1900 = Number(year - 1900n);
  if (since1900 !== (since1900 | 0)) return null;
  return [
    rest % 60,
    Math.trunc(rest / 60) % 60,
    Math.trunc(rest / 3600),
    Number(days - daysTo(year, month, 1n)) + 1,
    Number(month) - 1,
    since1900,
    Number((((days + 4n) % 7n) + 7n) % 7n),
    Number(days - daysTo(year, 1n, 1n)),
    0,
  ];
}

function readLong({ runtime: { memory, pointerSize } }: NativeCall, address: Wide): bigint {
  const from = memory.readable(address, pointerSize);
  return pointerSize === 8
    ? memory.view.getBigInt64(from, memory.isLittle)
    : BigInt(memory.view.getInt32(from, memory.isLittle));
}

function readFields({ runtime: { memory } }: NativeCall, address: Wide): Fields {
  const from = memory.readable(address, 9 * 4);
  return Array.from({ length: 9 }, (_, i) => memory.view.getInt32(from + 4 * i, memory.isLittle));
}

/** Writes a time, with the offset and the name of UTC that glibc adds. */
function writeFields({ runtime }: NativeCall, address: Wide, fields: Fields): void {
  const { memory, pointerSize } = runtime;
  const first = 9 * 4 + (pointerSize - 4);
  const to = memory.writable(address, first + 2 * pointerSize);
  for (const [i, field] of fields.entries()) memory.view.setInt32(to + 4 * i, field, memory.isLittle);
  memory.bytes.fill(0, to + first, to + first + pointerSize);
  writePointer(runtime, to + first + pointerSize, lastingText(runtime, 'zone', 'GMT'));
}

function broken(call: NativeCall, place: () => Wide): Wide {
  const fields = fieldsOf(readLong(call, call.pointer(0)));
  if (fields === null) {
    setErrno(call.runtime, ERRNO.EOVERFLOW);
    return 0;
  }
  const to = place();
  writeFields(call, to, fields);
  return to;
}

/** The object of the library that `gmtime` returns. */
function sharedFields({ runtime: { libraryState, heap } }: NativeCall): number {
  let address = libraryState.get('struct tm');
  if (address === undefined) libraryState.set('struct tm', (address = heap.allocateHidden(56)));
  return address;
}

function timegm(call: NativeCall): Wide {
  const [sec, min, hour, mday, mon, year] = readFields(call, call.pointer(0)).map(BigInt);
  const month = ((mon % 12n) + 12n) % 12n;
  const days = daysTo(1900n + year + quotient(mon, 12n), month + 1n, 1n) + mday - 1n;
  const time = days * DAY + hour * 3600n + min * 60n + sec;
  const fields = time === BigInt.asIntN(8 * call.runtime.pointerSize, time) ? fieldsOf(time) : null;
  if (fields === null) {
    setErrno(call.runtime, ERRNO.EOVERFLOW);
    return -1n;
  }
  writeFields(call, call.pointer(0), fields);
  return time;
}

const padded = (n: number, width: number, fill = '0'): string => String(n).padStart(width, fill);

/** Returns the text of a conversion of `strftime` in the locale "C"; null for one that is not computed. */
function conversionOf(letter: string, fields: Fields): string | null {
  const [sec, min, hour, mday, mon, year, wday, yday] = fields;
  const all = (letters: string): string | null =>
    letters.replace(/%(.)/g, (_, each: string) => conversionOf(each, fields) ?? '');
  switch (letter) {
    case 'a':
      return DAYS[wday]?.slice(0, 3) ?? '?';
    case 'A':
      return DAYS[wday] ?? '?';
    case 'b':
    case 'h':
      return MONTHS[mon]?.slice(0, 3) ?? '?';
    case 'B':
      return MONTHS[mon] ?? '?';
    case 'c':
      return all('%a %b %e %H:%M:%S %Y');
    case 'd':
      return padded(mday, 2);
    case 'D':
    case 'x':
      return all('%m/%d/%y');
    case 'e':
      return padded(mday, 2, ' ');
    case 'F':
      return all('%Y-%m-%d');
    case 'H':
      return padded(hour, 2);
    case 'I':
      return padded(((hour + 11) % 12) + 1, 2);
    case 'j':
      return padded(yday + 1, 3);
    case 'm':
      return padded(mon + 1, 2);
    case 'M':
      return padded(min, 2);
    case 'n':
      return '\n';
    case 'p':
      return hour > 11 ? 'PM' : 'AM';
    case 'r':
      return all('%I:%M:%S %p');
    case 'R':
      return all('%H:%M');
    case 'S':
      return padded(sec, 2);
    case 't':
      return '\t';
    case 'T':
    case 'X':
      return all('%H:%M:%S');
    case 'u':
      return String(((wday + 6) % 7) + 1);
    case 'U':
      return padded(Math.trunc((yday + 7 - wday) / 7), 2);
    case 'w':
      return String(wday);
    case 'W':
      return padded(Math.trunc((yday + 7 - ((wday + 6) % 7)) / 7), 2);
    case 'y':
      return padded(((year % 100) + 100) % 100, 2);
    case 'Y':
      return String(year + 1900);
    case '%':
      return '%';
    default:
      return null;
  }
}

/** The normal ranges of the fields, in their order (C11 7.27.1): texts of other values are unspecified. */
const LEAST = [0, 0, 0, 1, 0, Number.NEGATIVE_INFINITY, 0, 0];
const MOST = [60, 59, 23, 31, 11, Number.POSITIVE_INFINITY, 6, 365];

function strftime(call: NativeCall): number {
  const fields = readFields(call, call.pointer(3));
  if (LEAST.some((least, i) => fields[i] < least || fields[i] > MOST[i])) call.approximate();
  const text = stringText(call.runtime, call.pointer(2)).replace(/%(.?)/g, (_, letter: string) => {
    const converted = conversionOf(letter, fields);
    if (converted === null) call.approximate();
    return converted ?? '';
  });
  if (text.length >= call.size(1)) {
    if (call.size(1) > 0) call.approximate();
    return 0;
  }
  putBytes(call.runtime, call.pointer(0), bytesOf(`${text}\0`));
  return text.length;
}

export const CALENDAR_FUNCTIONS = {
  gmtime: (call) => broken(call, () => sharedFields(call)),
  gmtime_r: (call) => broken(call, () => call.pointer(1)),
  timegm,
  strftime,
} satisfies Natives;
