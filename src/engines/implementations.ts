import { poly } from './algebra/poly.ts';
import { bmc } from './bounded/bmc.ts';
import { kind } from './bounded/kind.ts';
import { boxes } from './boxes/boxes.ts';
import { ai } from './dataflow/ai.ts';
import { ic3 } from './frames/ic3.ts';
import { dar } from './interpolating/dar.ts';
import { imc } from './interpolating/imc.ts';
import { ismc } from './interpolating/ismc.ts';
import type { Engine } from './methods/engine.ts';
import { impact } from './paths/impact.ts';
import { predabs } from './paths/predabs.ts';
import { rse } from './paths/rse.ts';
import { split } from './paths/split.ts';
import { traces } from './paths/traces.ts';
import type { SystemEngineId } from './register.ts';
import { exhaust } from './runs/exhaust.ts';
import { explore } from './runs/explore.ts';
import { houdini } from './templates/houdini.ts';
import { lasso } from './termination/lasso.ts';
import { rank } from './termination/rank.ts';
import { recur } from './termination/recur.ts';

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
  poly,
  predabs,
  rank,
  recur,
  rse,
  split,
  traces,
};
