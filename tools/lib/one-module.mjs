// Long tests as one module each. The runner of the tests turns every use of an import into a look-up; in code that runs for minutes, such
// as two exchanges and a million commands, that takes a third of the time.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { rolldown } from 'rolldown';

/** Packages stay imports, except our own: those are TypeScript source. */
const outside = (id) => !/^(\.|\/|[A-Za-z]:|@tapedeck\/)/.test(id);

const RAW = '?raw';

/** Files imported as text, which vite knows and the bundler does not. */
const rawText = {
  name: 'raw-text',
  resolveId: (id, importer) => (id.endsWith(RAW) ? resolve(importer, '..', id) : undefined),
  async load(id) {
    if (!id.endsWith(RAW)) return undefined;
    const file = id.slice(0, -RAW.length);
    this.addWatchFile(file);
    return { code: `export default ${JSON.stringify(await readFile(file, 'utf8'))}`, moduleType: 'js' };
  },
};

/** A vite plugin that loads the test files of these names with all that they import; `plugins` change their sources on the way. */
export function oneModule(names, plugins = []) {
  return {
    name: 'one-module',
    enforce: 'pre',
    async load(id) {
      const [file] = id.split('?');
      if (!names.some((name) => file.endsWith(`/${name}`))) return undefined;
      const bundle = await rolldown({ input: file, platform: 'node', logLevel: 'warn', external: outside, plugins: [rawText, ...plugins] });
      const { output } = await bundle.generate({ format: 'esm', sourcemap: true });
      for (const source of await bundle.watchFiles) this.addWatchFile(source);
      await bundle.close();
      const [{ code, map }] = output;
      return { code, map };
    },
  };
}
