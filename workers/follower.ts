import { follower } from '../src/portfolio/worker/follower.ts';

export default follower;
