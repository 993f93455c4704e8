import type { Logger } from 'pino';
import type { Venue } from '@tapedeck/venue';
import type { Span } from '@tapedeck/venue-paper';
import type { MarketOptions, ServerFailed } from '../engine-worker/start-engine.ts';
import type { HistoryClient } from '../history/history-client.ts';
import type { Commits } from '../journal/commit-watch.ts';
import { openPaper } from './open-paper.ts';
import type { PaperPowers } from './paper-powers.ts';

/** Settings for opening a venue. */
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
  readonly commits: Commits;
  /** Seed or files of the market. */
  readonly marketLabel: string;
  /** Replays only: the symbol shown on pages that name none. */
  readonly symbol: string | undefined;
  /** Gaps in a recording. */
  readonly gaps: readonly Span[];
  /** Resolves if the venue stopped by itself: the server must end. */
  readonly failed: Promise<ServerFailed>;
  stop(): Promise<void>;
}

/** The venues that `--venue` selects, each with its open function. A new one must first pass the cards of `@tapedeck/venue/testing`. */
export const VENUES = { paper: openPaper } satisfies Readonly<Record<string, (setting: VenueSetting) => Promise<OpenedVenue>>>;
export type VenueName = keyof typeof VENUES;
