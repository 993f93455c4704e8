import { expect, test } from 'vitest';
import streams from '../../../../docs/streams.md?raw';
import { USER_TOPICS } from '../streams/account-news.ts';
import { TOPIC_FORMS } from '../streams/topic-registry.ts';
import { streamDocs } from './stream-docs.ts';

test('NTF-05 the page on the streams has every topic that the document names, with the schema of its frames', () => {
  const { topics, closeCodes } = streamDocs();
  const names = topics.map(({ topic }) => topic);
  for (const topic of USER_TOPICS) expect(names).toContain(topic);
  for (const { topic, payload } of topics) {
    expect(streams).toContain(`\`${topic}\``);
    expect(payload).toMatchObject({ type: 'object', properties: { topic: {}, data: {} } });
  }
  expect(closeCodes.map(({ code }) => code)).toContain(4402);
});

test('NTF-05 the document has every public topic that the terminal can subscribe to', () => {
  const documented = streamDocs().topics.filter(({ socket }) => !socket.includes('private'));
  expect(documented.map(({ topic }) => topic)).toEqual(TOPIC_FORMS);
  for (const { summary } of documented) expect(summary).toMatch(/\.$/);
});
