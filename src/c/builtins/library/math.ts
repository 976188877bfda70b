import type { MathSuffix, Prototype } from '../signatures.ts';

/**
 * Functions of math.h and complex.h in their double form, by their treatment. The forms with `f`, `l`
 * and the suffixes of `_FloatN` have the same treatment.
 */
export const MATH_TREATMENTS = {
  formula: `
acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh drem exp exp10 exp2 expm1 fabs fdim floor fma fmax fmin fmod frexp hypot
ilogb ldexp llrint llround log log10 log1p log2 logb lrint lround modf nan nearbyint nextafter nexttoward pow remainder remquo rint round
roundeven scalbln scalbn significand sin sinh sqrt tan tanh trunc
cimag conj creal
`,
  interpreter: 'cabs carg',
  approximate: `
erf erfc gamma j0 j1 jn lgamma pow10 scalb sincos tgamma y0 y1 yn
cacos cacosh casin casinh catan catanh ccos ccosh cexp clog cpow cproj csin csinh csqrt ctan ctanh
`,
} as const;

/** Functions that the interpreter computes for complex numbers. */
export const PARTS_OF_COMPLEX = /^(cabs|carg|cimag|conj|creal)$/;

/** Suffixes of these functions. Only the forms of C are known. */
export const COMPLEX_SUFFIXES = ['', 'f', 'l'] as const;

/** Suffixes of the forms for all types; the empty one stands for double. */
export const MATH_SUFFIXES = ['', 'f', 'l', 'f16', 'f32', 'f64', 'f128', 'f32x', 'f64x'] as const;

/** Functions of which the compiler knows only the forms for the types of C, besides those of complex.h. */
const C_TYPES_ONLY: ReadonlySet<string> = new Set(
  'drem exp10 gamma j0 j1 jn nexttoward pow10 scalb significand sincos y0 y1 yn'.split(' '),
);

/**
 * Returns the suffixes, other than the empty one, of the forms that the compiler knows for a prototype
 * written for double.
 */
export function compilerSuffixes({ name, text }: Prototype): readonly MathSuffix[] {
  if (C_TYPES_ONLY.has(name) || text.includes('_Complex')) return ['f', 'l'];
  const quad: readonly MathSuffix[] = name === 'fabs' || name === 'copysign' ? ['q'] : [];
  return [...MATH_SUFFIXES.filter((suffix) => suffix !== ''), ...quad];
}
