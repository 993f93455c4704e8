import { createStore } from '@tapedeck/client';

const now = createStore(Date.now());
let followers = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function tick(): void {
  now.set(Date.now());
  timer = setTimeout(tick, 1000 - (Date.now() % 1000));
}

/** Milliseconds since 1970, updated each second while followed. */
export const utcClock = {
  get: () => Date.now(),
  subscribe(listener: () => void): () => void {
    const end = now.subscribe(listener);
    if (followers++ === 0) tick();
    return () => {
      end();
      if (--followers === 0 && timer !== undefined) clearTimeout(timer);
    };
  },
};
