import { follower } from '../src/race/worker/follower.ts';

export default follower;
