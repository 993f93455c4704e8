import type { OpenApiDocument, OpenApiOperation } from '@tapedeck/gateway';
import { escapeHtml, htmlPage, schemaBlock } from './html.ts';

interface Operation extends OpenApiOperation {
  readonly method: string;
  readonly path: string;
}

type SharedResponses = Readonly<Record<string, { readonly description: string }>>;

/** The OpenAPI document as a page. */
export function apiPage(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => ({ ...operation, method: method.toUpperCase(), path })),
  );
  const shared = (document.components['responses'] ?? {}) as SharedResponses;
  const sections = document.tags.map(({ name }) => {
    const own = operations.filter(({ tags }) => tags.includes(name));
    return `<section><h2>${escapeHtml(name)}</h2>\n${own.map((operation) => operationBlock(operation, shared)).join('\n')}\n</section>`;
  });
  const intro = `<h1>${escapeHtml(document.info['title'] ?? '')}</h1><p>${escapeHtml(document.info['description'] ?? '')}</p>`;
  return htmlPage('Web API', `${intro}\n${sections.join('\n')}`);
}

function operationBlock(operation: Operation, shared: SharedResponses): string {
  const { method, path, summary, security } = operation;
  const needs = security.length > 0 ? '<p class="note">Needs a session.</p>' : '';
  return `<details id="${escapeHtml(operation.operationId)}">
<summary><code><span class="method">${method}</span> ${escapeHtml(path)}</code> <span class="says">${escapeHtml(summary)}</span></summary>
${needs}${effectNote(operation)}${inputBlock(operation)}${answerBlock(operation, shared)}
</details>`;
}

function effectNote({ 'x-effect': effect }: Operation): string {
  if (effect === 'trade') return '<p class="note">Changes the account; closed to banned users.</p>';
  return effect === 'session' ? '<p class="note">Changes what belongs to the session or the user.</p>' : '';
}

function inputBlock({ parameters, requestBody }: Operation): string {
  if (requestBody !== undefined) return `<h3>Body</h3>${schemaBlock(requestBody.content['application/json']?.schema ?? {})}`;
  if (parameters === undefined || parameters.length === 0) return '';
  const rows = parameters.map(
    ({ name, required, schema }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${required ? 'required' : ''}</td><td><code>${escapeHtml(JSON.stringify(schema))}</code></td></tr>`,
  );
  return `<h3>Query</h3><table><tbody>${rows.join('')}</tbody></table>`;
}

/** A response is defined in the operation or among the shared ones. */
function saysOf(response: object, shared: SharedResponses): string {
  const { $ref, description } = response as { readonly $ref?: string; readonly description?: string };
  return description ?? shared[$ref?.split('/').at(-1) ?? '']?.description ?? '';
}

function answerBlock({ responses }: Operation, described: SharedResponses): string {
  const success = (responses['200'] ?? {}) as { readonly content?: Readonly<Record<string, { readonly schema?: unknown }>> };
  const [type, media] = Object.entries(success.content ?? {})[0] ?? [];
  const failures = Object.entries(responses)
    .filter(([status]) => status !== '200')
    .map(([status, response]) => `<tr><th scope="row">${escapeHtml(status)}</th><td>${escapeHtml(saysOf(response, described))}</td></tr>`);
  const others = failures.length === 0 ? '' : `<h3>Else</h3><table><tbody>${failures.join('')}</tbody></table>`;
  return media?.schema === undefined
    ? `<p class="note">Answers ${escapeHtml(type ?? '')}.</p>${others}`
    : `<h3>Answer</h3>${schemaBlock(media.schema)}${others}`;
}
