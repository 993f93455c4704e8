// Runs a TypeScript file: bundles it (workspace packages inlined, npm packages left outside) and imports the result.
//   node tools/run.mjs FILE.ts [arguments...]
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** `?raw` imports a file's text, as it does in the pages and the tests. */
const textFiles = {
  name: 'text-files',
  resolveId: (id, importer) => (id.endsWith('?raw') && importer !== undefined ? path.resolve(path.dirname(importer), id) : undefined),
  load: (id) => (id.endsWith('?raw') ? `export default ${JSON.stringify(readFileSync(id.slice(0, -'?raw'.length), 'utf8'))};` : undefined),
};

/** Bundles `file` for Node into node_modules/.cache and returns the path of the bundle. */
export async function bundleForNode(file) {
  const entry = path.resolve(file);
  const name = path
    .relative(root, entry)
    .replaceAll(path.sep, '-')
    .replace(/\.tsx?$/, '');
  const folder = path.join(
    root,
    'node_modules',
    '.cache',
    'tapedeck-run',
    `${name}-${createHash('sha1').update(entry).digest('hex').slice(0, 8)}`,
  );
  mkdirSync(folder, { recursive: true });
  const bundle = await rolldown({
    input: { main: entry },
    platform: 'node',
    logLevel: 'warn',
    plugins: [textFiles],
    // Bare specifiers stay imports, except our own packages: those are TypeScript source.
    external: (id) => !/^(\.|\/|[A-Za-z]:|@tapedeck\/)/.test(id),
  });
  await bundle.write({ dir: folder, format: 'esm', sourcemap: true, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  await bundle.close();
  return path.join(folder, 'main.mjs');
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const file = process.argv[2];
  if (file === undefined) {
    console.error('usage: node tools/run.mjs FILE.ts [arguments...]');
    process.exit(2);
  }
  process.setSourceMapsEnabled(true);
  const bundled = await bundleForNode(file);
  process.argv.splice(1, 2, bundled);
  await import(pathToFileURL(bundled).href);
}
