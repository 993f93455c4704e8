import type { StreamDocs } from '@tapedeck/gateway';
import { escapeHtml, htmlPage, schemaBlock } from './html.ts';

/** The streams as a page. */
export function streamsPage({ messages, topics, closeCodes }: StreamDocs): string {
  const block = (name: string, note: string, schema: unknown): string =>
    `<details><summary><code>${escapeHtml(name)}</code> <span class="says">${escapeHtml(note)}</span></summary>${schemaBlock(schema)}</details>`;
  const codes = closeCodes.map(({ code, says }) => `<tr><th scope="row">${code}</th><td>${escapeHtml(says)}</td></tr>`).join('');
  return htmlPage(
    'Streams',
    `<h1>Streams</h1>
<p>Public topics on <code>/realtime?v=2</code>; the user's own on <code>/private?v=2</code>, after <code>login</code> with a one-time token of <code>POST /user/private/ott</code>.</p>
<section><h2>Messages</h2>
${messages.map(({ name, summary, schema }) => block(name, summary, schema)).join('\n')}
</section>
<section><h2>Topics</h2>
${topics.map(({ socket, topic, summary, payload }) => block(topic, `${socket}: ${summary}`, payload)).join('\n')}
</section>
<section><h2>Close codes</h2><table><tbody>${codes}</tbody></table></section>`,
  );
}
