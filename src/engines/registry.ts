import type { Engine } from '../methods/engine.ts';
import { ai } from './ai.ts';
import { bmc } from './bmc.ts';
import { boxes } from './boxes.ts';
import type { SystemEngineId } from './catalogue.ts';
import { dar } from './dar.ts';
import { exhaust } from './exhaust.ts';
import { explore } from './explore.ts';
import { houdini } from './houdini.ts';
import { ic3 } from './ic3.ts';
import { imc } from './imc.ts';
import { ismc } from './ismc.ts';
import { kind } from './kind.ts';
import { pdr } from './pdr.ts';
import { poly } from './poly.ts';

/** The engines that work on the transition system; `catalogue.ts` describes them and their options. */
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
  ismc,
  kind,
  pdr,
  poly,
};

/** True for the name of an engine that works on the transition system. */
export function isSystemEngine(id: string): id is SystemEngineId {
  return Object.hasOwn(ENGINES, id);
}
