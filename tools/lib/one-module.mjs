// Long tests as one module each. The runner of the tests turns every use of an import into a look-up; in code that runs for minutes, such
// as two exchanges and a million commands, that takes a third of the time.
import { rolldown } from 'rolldown';

/** Packages stay imports, except our own: those are TypeScript source. */
const outside = (id) => !/^(\.|\/|[A-Za-z]:|@tapedeck\/)/.test(id);

/** A vite plugin that loads the test files of these names with all that they import; `plugins` change their sources on the way. */
export function oneModule(names, plugins = []) {
  return {
    name: 'one-module',
    enforce: 'pre',
    async load(id) {
      const [file] = id.split('?');
      if (!names.some((name) => file.endsWith(`/${name}`))) return undefined;
      const bundle = await rolldown({ input: file, platform: 'node', logLevel: 'warn', external: outside, plugins });
      const { output } = await bundle.generate({ format: 'esm', sourcemap: true });
      for (const source of await bundle.watchFiles) this.addWatchFile(source);
      await bundle.close();
      const [{ code, map }] = output;
      return { code, map };
    },
  };
}
