import { startEngine } from '../engine-worker/start-engine.ts';
import { DurableVenue } from './durable-venue.ts';
import type { OpenedVenue, VenueSetting } from './venues.ts';

/** The built-in exchange, on the journal in the folder. */
export async function openPaper({ options, folder, history, log }: VenueSetting): Promise<OpenedVenue> {
  const engine = await startEngine(options, folder, history, log);
  const venue = new DurableVenue(engine, history);
  return {
    venue,
    paper: venue,
    commits: engine.disk,
    marketLabel: engine.ready.label,
    symbol: engine.ready.symbol,
    gaps: engine.ready.gaps,
    failed: engine.failed.then((error) => {
      venue.stop(error.message);
      return error;
    }),
    stop: async () => {
      await engine.stop();
      venue.stop('the server stops');
    },
  };
}
