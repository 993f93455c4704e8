import { rmSync } from 'node:fs';
import { defineConfig } from 'rolldown';

/** Chunk names contain hashes, so that old ones would accumulate; the folder itself also holds the types. */
const emptyChunks = {
  name: 'tapedeck:empty-chunks',
  renderStart: () => rmSync(new URL('dist/chunks', import.meta.url), { recursive: true, force: true }),
};

/**
 * Bundles the server's threads and the tool that creates its empty database; our packages are bundled, npm packages are
 * not.
 */
export default defineConfig({
  input: {
    main: 'src/main.ts',
    'engine-worker': 'src/engine-worker/engine-worker.ts',
    'rebuild-worker': 'src/engine-worker/rebuild-worker.ts',
    'commit-worker': 'src/journal/commit-worker.ts',
    'password-worker': 'src/identity/password-worker.ts',
    'history-worker': 'src/history/history-worker.ts',
    'make-empty-history': 'src/history/make-empty-history.ts',
  },
  platform: 'node',
  plugins: [emptyChunks],
  external: (id) => !/^(\.|\/|[A-Za-z]:|@tapedeck\/|src\/)/.test(id),
  output: { dir: 'dist', format: 'esm', sourcemap: true, entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
});
