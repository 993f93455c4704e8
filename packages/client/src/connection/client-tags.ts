import { CLIENT_TAG_TRACKED_MS } from '../constants.ts';
import type { ClientPorts } from '../ports/ports.ts';
import { randomId } from './random-id.ts';

const TAG_LENGTH = 16;

/** Tags of the requests that this page sent, to distinguish their reports from those of other pages. */
export interface ClientTags {
  /** A new random tag, tracked from now on. */
  make(): string;
  /** Whether this page used the tag within the last 60 s. */
  isOwn(tag: string): boolean;
}

export function createClientTags(ports: Pick<ClientPorts, 'random' | 'now'>): ClientTags {
  const made = new Map<string, number>();
  const forgetOld = (): void => {
    for (const [tag, at] of made) if (ports.now() - at >= CLIENT_TAG_TRACKED_MS) made.delete(tag);
  };
  return {
    make() {
      forgetOld();
      const tag = randomId(ports, TAG_LENGTH);
      made.set(tag, ports.now());
      return tag;
    },
    isOwn(tag) {
      forgetOld();
      return made.has(tag);
    },
  };
}
