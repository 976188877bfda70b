import { describe, expect, it } from 'vitest';
import { propertyOf } from '../../../../../src/apps/output/witness/specification.ts';
import { parseProperty, plainProperty } from '../../../../../src/race/property.ts';

const REACH = 'CHECK( init(main()), LTL(G ! call(reach_error())) )';

describe('the specification of a witness', () => {
  it.each([
    REACH,
    'CHECK(init(main()),LTL(G!call(reach_error())))',
    'G ! call(reach_error())',
    'LTL(G ! call(reach_error()))',
    'unreach-call',
    `${REACH}\n`,
  ])('is read in the spelling %j', (text) => {
    expect(propertyOf(text, null, [])?.errorFunctions).toEqual(['reach_error']);
    expect(propertyOf(text, parseProperty(REACH, 'p.prp'), [])?.kind).toBe('stated');
  });

  it('has functions in any order', () => {
    const lines = plainProperty().specification.split('\n');
    const stated = { ...plainProperty() };
    expect(lines).toHaveLength(2);
    expect(propertyOf([...lines].reverse().join('\n'), stated, [])).toBe(stated);
    expect(propertyOf(lines[0], stated, [])).toBeNull();
  });

  it('names checks', () => {
    expect(propertyOf('G ! overflow', null, [])?.kind).toBe('checks');
    expect(propertyOf('CHECK( init(main()), LTL(G valid-deref) )', null, [])?.kind).toBe('checks');
  });

  it.each(['', 'G ! call(other())', 'nonsense(', `${REACH} and more`])('%j is none that is known', (text) => {
    expect(propertyOf(text, null, [])).toBeNull();
  });
});
