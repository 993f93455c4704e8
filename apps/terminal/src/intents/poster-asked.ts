import { createStore, type PositionView } from '@tapedeck/client';
import type { ClosedPnlItem } from '@tapedeck/protocol';

/** Subject of a poster: a position at the time of the press, or one close. */
export type PosterSubject = { readonly view: PositionView } | { readonly closed: ClosedPnlItem };

/** The requested poster; its overlay lives apart from the button that opens it. */
export const posterAsked = createStore<PosterSubject | undefined>(undefined);

export const askPoster = (subject: PosterSubject): void => posterAsked.set(subject);
