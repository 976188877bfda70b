import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { functionsIn } from '../../../../src/apps/editor/places.ts';

const names = (text: string): readonly string[] => functionsIn(text).map(({ name }) => name);

describe('functionsIn', () => {
  it('finds definitions, and neither declarations nor calls', () => {
    const text = `#define F(x) { x }
/* int no(void) {} */ // int no(void) {}
extern int g(int (*callback)(void));
static __attribute__((unused)) int *f(int a[2]) { return g(0) ? "{" : '}'; }
int values[] = { 1 }, h(void);
struct s { int (*field)(void); } s = { 0 };
int main(void)
{ if (f(0)) { } }
`;
    expect(names(text)).toEqual(['f', 'main']);
    expect(functionsIn(text).map(({ name, offset }) => text.slice(offset, offset + name.length))).toEqual([
      'f',
      'main',
    ]);
  });

  it('gives places within any text', () => {
    const piece = fc.constantFrom('f', '(', ')', '{', '}', '/*', '*/', '"', "'", '\\', '\n', '#', ';', '=', ' ');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        return functionsIn(text).every(({ name, offset }) => text.startsWith(name, offset));
      }),
    );
  });
});
