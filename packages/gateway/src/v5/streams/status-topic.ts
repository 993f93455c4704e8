import type { PublicTopic } from '../../streams/topic.ts';

/** `system.status`: planned outages. There are none, so nothing is sent (see `/v5/system/status`). */
export const STATUS_TOPIC: PublicTopic = {
  name: 'system.status',
  instrument: -1,
  cost: 'light',
  watches: false,
  catchUp: () => [],
  add: () => undefined,
  remove: () => undefined,
};
