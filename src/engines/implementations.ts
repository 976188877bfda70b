import type { Engine } from '../methods/engine.ts';
import { ai } from './ai.ts';
import { bmc } from './bmc.ts';
import { boxes } from './boxes.ts';
import { dar } from './dar.ts';
import { exhaust } from './exhaust.ts';
import { explore } from './explore.ts';
import { houdini } from './houdini.ts';
import { ic3 } from './ic3.ts';
import { imc } from './imc.ts';
import { impact } from './impact.ts';
import { ismc } from './ismc.ts';
import { kind } from './kind.ts';
import { lasso } from './lasso.ts';
import { pdr } from './pdr.ts';
import { poly } from './poly.ts';
import { predabs } from './predabs.ts';
import { rank } from './rank.ts';
import { recur } from './recur.ts';
import type { SystemEngineId } from './register.ts';
import { rse } from './rse.ts';
import { split } from './split.ts';
import { traces } from './traces.ts';

/** The engines that run on the transition system; `register.ts` describes them. */
export const ENGINES: Readonly<Record<SystemEngineId, Engine>> = {
  ai,
  bmc,
  boxes,
  dar,
  exhaust,
  explore,
  houdini,
  ic3,
  imc,
  impact,
  ismc,
  kind,
  lasso,
  pdr,
  poly,
  predabs,
  rank,
  recur,
  rse,
  split,
  traces,
};
