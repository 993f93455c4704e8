/** Text as the content of an element or of a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export const STYLE_PATH = '/docs/style.css';

/** A complete page without scripts or external files. Its icon is empty: without one, a browser requests a file that does not exist. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<nav aria-label="Documents"><a href="/docs">Web API</a> <a href="/docs/streams">Streams</a> <a href="/openapi.json">openapi.json</a></nav>
<main>
${body}
</main>
</body>
</html>
`;
}

export const schemaBlock = (schema: unknown): string =>
  `<pre tabindex="0"><code>${escapeHtml(JSON.stringify(schema, undefined, 2))}</code></pre>`;

export const DOCS_STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
nav { display: flex; gap: 1rem; }
h2 { margin: 2rem 0 0.5rem; text-transform: capitalize; }
details { border: 1px solid GrayText; border-radius: 6px; margin: 0.5rem 0; padding: 0.5rem 0.75rem; }
summary { cursor: pointer; }
summary code { font-weight: 600; }
summary .says { display: block; }
.method { display: inline-block; min-width: 3.5rem; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid GrayText; padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top; }
pre { max-height: 24rem; overflow: auto; }
.note { font-size: 0.875rem; }
`;
