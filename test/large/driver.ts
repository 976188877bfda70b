/**
 * A program in the manner of device drivers, about 200 lines for each device: tables of functions,
 * a list of devices, state machines, a switch over commands, counted locks, chains of calls, tables
 * of strings and global state. It is correct: the locks are balanced.
 */
export function driverProgram(devices: number): string {
  const each = (text: (i: number) => string): string => Array.from({ length: devices }, (_, i) => text(i)).join('');
  return `${COMMON}${each(device)}
int main(void) {
${each((i) => `  register_${i}();\n`)}  while (__VERIFIER_nondet_int()) {
    switch (__VERIFIER_nondet_uint()) {
${each((i) => `    case ${i}: serve_${i}(__VERIFIER_nondet_uint(), __VERIFIER_nondet_long()); break;\n`)}    default:
      dispatch(registered, __VERIFIER_nondet_uint());
    }
    if (lock_depth != 0) reach_error();
  }
  return 0;
}
`;
}

const COMMON = `typedef unsigned int u32;
typedef unsigned char u8;
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern u32 __VERIFIER_nondet_uint(void);
extern void reach_error(void);
enum status { OK = 0, BUSY = -16, INVALID = -22, FAILED = -5 };
struct list { struct list *next, *previous; };
struct device;
struct request { u32 command; long argument; u8 data[16]; u32 length; struct list link; };
struct operations {
  int (*open)(struct device *, int);
  int (*ioctl)(struct device *, u32, long);
  int (*transfer)(struct device *, struct request *);
  void (*close)(struct device *);
};
struct registers { u32 control, status, mask; union { u32 word; u8 byte[4]; } data; u32 ready : 1, error : 1, mode : 4, : 2, count : 8; };
struct device {
  const char *name;
  const struct operations *operations;
  struct device *next;
  int state, users, lock;
  struct registers registers;
  struct { u32 received, sent, dropped; int history[8]; } statistics;
};
static int lock_depth;
static struct device *registered;
static u32 ticks;
static void acquire(struct device *d) { if (d->lock) reach_error(); d->lock = 1; lock_depth++; }
static void release(struct device *d) { if (!d->lock) reach_error(); d->lock = 0; lock_depth--; }
static void enlist(struct device *d) { d->next = registered; registered = d; }
static int dispatch(struct device *d, u32 command) { return d && d->operations ? d->operations->ioctl(d, command, (long)ticks) : INVALID; }
`;

function device(i: number): string {
  return `
static const char *const messages_${i}[] = { "device ${i} is ready", "device ${i} is busy", "device ${i}: no such command", "device ${i}: timeout" };
static struct device device_${i};
static u32 errors_${i}, budget_${i} = ${100 + i};
static const char *last_${i};
static struct request pending_${i};
static const u8 table_${i}[32] = { ${Array.from({ length: 32 }, (_, k) => (k * 7 + i) % 256).join(', ')} };
static int report_${i}(int kind) { last_${i} = messages_${i}[kind & 3]; errors_${i}++; return kind == 1 ? BUSY : INVALID; }
static u32 mix_${i}(u32 a, u32 b) { a ^= b << 5; a += table_${i}[b & 31]; return a ^ (a >> 7); }
static u32 checksum_${i}(const u8 *data, u32 length) {
  u32 sum = ${i};
  for (u32 k = 0; k < length; k++) sum = mix_${i}(sum, data[k & 15]);
  return sum;
}
static int step_${i}(struct device *d, u32 event) {
  switch (d->state) {
  case 0: if (event == 1) d->state = 1; else if (event == 2) d->state = 2; break;
  case 1: if (event == 3) { d->state = 3; d->registers.ready = 1; } else if (event > 10) d->state = 0; break;
  case 2: if (event & 1) d->state = 4; else { d->state = 0; d->statistics.dropped++; } break;
  case 3: d->registers.count++; if (d->registers.count > ${i % 200}) d->state = 5; break;
  case 4: d->registers.error = 1; d->state = 6; break;
  case 5: d->registers.mode = event & 15; d->state = event > 7 ? 3 : 6; break;
  default: d->state = 0; d->registers.error = 0;
  }
  if (d->state < 0 || d->state > 6) reach_error();
  return d->state;
}
static int low_${i}(struct device *d, u32 value) { d->registers.data.word = value; d->registers.status |= value & d->registers.mask; return step_${i}(d, value & 15); }
static int middle_${i}(struct device *d, u32 value) { int r = low_${i}(d, value); if (r > 4) r = low_${i}(d, value >> 4); return r; }
static int high_${i}(struct device *d, u32 value, int urgent) {
  if (budget_${i} == 0) { last_${i} = messages_${i}[3]; return FAILED; }
  budget_${i}--;
  if (urgent) return middle_${i}(d, value | 1);
  return value > 1000 ? middle_${i}(d, value % 1000) : middle_${i}(d, value);
}
static int open_${i}(struct device *d, int mode) {
  if (d->users >= 4) return report_${i}(1);
  acquire(d);
  d->users++;
  if (mode < 0) { d->users--; release(d); return report_${i}(2); }
  d->registers.control = (u32)mode;
  release(d);
  return OK;
}
static int transfer_${i}(struct device *d, struct request *r) {
  u32 sum;
  if (r->length > 16) return report_${i}(2);
  acquire(d);
  sum = checksum_${i}(r->data, r->length);
  r->data[sum & 15] = (u8)sum;
  d->statistics.sent += r->length;
  d->statistics.history[sum & 7] = (int)sum;
  release(d);
  return high_${i}(d, sum, r->command == 3);
}
static int ioctl_${i}(struct device *d, u32 command, long argument) {
  int result = OK;
  acquire(d);
  switch (command) {
  case 0x${(0x100 + i * 16).toString(16)}: d->registers.mask = (u32)argument; break;
  case 0x${(0x101 + i * 16).toString(16)}: result = d->state; break;
  case 0x${(0x102 + i * 16).toString(16)}: if (argument < 0) { result = INVALID; break; } d->registers.control = (u32)argument; /* fall through */
  case 0x${(0x103 + i * 16).toString(16)}: d->statistics.received++; break;
  case 0x${(0x104 + i * 16).toString(16)}: goto failed;
  case 0x${(0x105 + i * 16).toString(16)} ... 0x${(0x108 + i * 16).toString(16)}: result = (int)mix_${i}(command, (u32)argument) & 0xff; break;
  default: result = INVALID; goto out;
  }
  if (result < 0) goto failed;
out:
  release(d);
  return result;
failed:
  errors_${i}++;
  release(d);
  return FAILED;
}
static void close_${i}(struct device *d) { acquire(d); if (d->users > 0) d->users--; d->state = 0; release(d); }
static const struct operations operations_${i} = { .open = open_${i}, .ioctl = ioctl_${i}, .transfer = transfer_${i}, .close = close_${i} };
static void register_${i}(void) {
  device_${i}.name = "dev${i}";
  device_${i}.operations = &operations_${i};
  device_${i}.registers.mask = 0xffffu;
  enlist(&device_${i});
}
static int serve_${i}(u32 command, long argument) {
  int result;
  ticks++;
  if (device_${i}.operations->open(&device_${i}, (int)argument) != OK) return FAILED;
  if (command & 1) {
    pending_${i}.command = command;
    pending_${i}.argument = argument;
    pending_${i}.length = (u32)argument & 31;
    result = device_${i}.operations->transfer(&device_${i}, &pending_${i});
  } else result = device_${i}.operations->ioctl(&device_${i}, command, argument);
  device_${i}.operations->close(&device_${i});
  return result;
}
`;
}
