import type { Logger } from 'pino';
import type { Venue } from '@tapedeck/venue';
import type { Span } from '@tapedeck/venue-paper';
import type { MarketOptions, ServerFailed } from '../engine-worker/start-engine.ts';
import type { HistoryClient } from '../history/history-client.ts';
import { openPaper } from './open-paper.ts';
import type { PaperPowers } from './paper-powers.ts';

/** What a venue is opened with. */
export interface VenueSetting {
  readonly options: MarketOptions;
  /** The data folder, which the caller has locked. */
  readonly folder: string;
  readonly history: HistoryClient;
  readonly log: Logger;
}

export interface OpenedVenue {
  readonly venue: Venue;
  readonly paper: PaperPowers;
  /** The seed or the files of the market. */
  readonly marketLabel: string;
  /** Spans of a recording without anything in them. */
  readonly gaps: readonly Span[];
  /** Resolves when the venue stopped by itself: the server must end. */
  readonly failed: Promise<ServerFailed>;
  stop(): Promise<void>;
}

/** The venues that `--venue` selects, each by what opens it. A new one passes the cards of `@tapedeck/venue/testing` first. */
export const VENUES = { paper: openPaper } satisfies Readonly<Record<string, (setting: VenueSetting) => Promise<OpenedVenue>>>;
export type VenueName = keyof typeof VENUES;
