import { afterEach, describe, expect, test, vi } from 'vitest';
import { dar } from '../../../../src/engines/interpolating/dar.ts';
import { imc } from '../../../../src/engines/interpolating/imc.ts';
import { ismc } from '../../../../src/engines/interpolating/ismc.ts';
import { Interpolation } from '../../../../src/engines/interpolation/service.ts';
import { randomSystem } from '../../system/transys/random-systems.ts';
import { contextFor, solversFor } from '../context.ts';
import { judge } from '../judge.ts';

const SYSTEMS = 80;

describe('where interpolants are not found at some depths', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test.each([
    ['imc', imc],
    ['ismc', ismc],
    ['dar', dar],
  ] as const)('%s claims nothing that is refused', async (_, engine) => {
    let asked = 0;
    const sequence = Interpolation.prototype.sequence;
    vi.spyOn(Interpolation.prototype, 'sequence').mockImplementation(function (this: Interpolation, parts) {
      asked += 1;
      return asked % 2 === 1 ? null : sequence.call(this, parts);
    });
    let proved = 0;
    for (let seed = 1; seed <= SYSTEMS; seed++) {
      const system = randomSystem(seed, { blocks: [0, 2, 3, 4][seed % 4], gaps: false });
      const solvers = await solversFor(system);
      const judgement = judge(engine(contextFor(system, solvers, { options: { maxDepth: 8 } })), system, solvers, null);
      expect(judgement).not.toMatchObject({ verdict: 'refused' });
      if (judgement.verdict === 'TRUE') proved += 1;
    }
    expect(asked).toBeGreaterThan(0);
    expect(proved).toBeGreaterThan(0);
  });
});
