import type { PublicTopic } from '../../streams/topic.ts';

/** `system.status`: outages that are planned. None ever is, so that nothing comes (see `/v5/system/status`). */
export const STATUS_TOPIC: PublicTopic = {
  name: 'system.status',
  instrument: -1,
  watches: false,
  catchUp: () => [],
  add: () => undefined,
  remove: () => undefined,
};
