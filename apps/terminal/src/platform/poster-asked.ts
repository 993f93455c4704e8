import { createStore, type PositionView } from '@tapedeck/client';
import type { ClosedPnlItem } from '@tapedeck/protocol';

/** What a poster is to be made of: a position as it stood at the press, or one closing. */
export type PosterSubject = { readonly view: PositionView } | { readonly closed: ClosedPnlItem };

/** The poster that somebody wants to see; its overlay stands apart from what asked for it. */
export const posterAsked = createStore<PosterSubject | undefined>(undefined);

export const askPoster = (subject: PosterSubject): void => posterAsked.set(subject);
