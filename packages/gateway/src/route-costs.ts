import type { CostClass } from './costs.ts';
import { ROUTES } from './routes/table.ts';
import { V5_ROUTES } from './v5/table.ts';

const COST_BY_CALL: ReadonlyMap<string, CostClass> = new Map(
  [...ROUTES, ...V5_ROUTES].map(({ method, path, cost }) => [`${method} ${path}`, cost]),
);

/** `undefined` for a call that has no route. */
export const costOf = (method: string, path: string): CostClass | undefined => COST_BY_CALL.get(`${method} ${path}`);
