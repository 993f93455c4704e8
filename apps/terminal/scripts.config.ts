// Plugins for the scripts of a first load.
import { basename } from 'node:path';
import { minify } from 'terser';
import type { Plugin } from 'vite';

/** Names of the chunks below that the terminal's page starts with. */
const FIRST_SCRIPTS = ['react', 'terminal'];

/** The script that follows the first view. */
export const SECOND_LOAD = 'second-load';

/** The page's part of the chart; named after the folder of its module. */
const CHART_HOST = 'src';

/** The script of the chart's frame, beside its entry: with the parts that its dialogs share, which would be small files of their own. */
export const FRAME_LOAD = 'frame-load';

/**
 * Most functions of the first scripts run before the first view is complete. With this hint, a browser compiles them while it loads them, away
 * from the thread that renders; else it would read most of them twice, the second time there.
 */
export function compiledOnLoad(): Plugin {
  return {
    name: 'tapedeck:compiled-on-load',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && FIRST_SCRIPTS.includes(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}

/** The bundler's helpers, which it puts into a file of their own: they keep nothing, so that each script may have its own. */
const HELPERS = 'rolldown-runtime';

/** `a as b, c as d` of an import or export clause. */
const pairsOf = (clause: string): (readonly [from: string, to: string])[] =>
  clause
    .split(',')
    .map((part) => part.trim().split(' as '))
    .map(([from = '', to = from]) => [from, to]);

/** As entries of an object literal or pattern. */
const entriesOf = (clause: string, turned: 'turned' | 'as written'): string =>
  pairsOf(clause)
    .map(([from, to]) => (turned === 'turned' ? `${to}:${from}` : `${from}:${to}`))
    .join(',');

/** Puts a copy of the bundler's helpers into the scripts that load one after the other: their file would be one more to ask for. */
export function helpersInFirstScripts(): Plugin {
  return {
    name: 'tapedeck:helpers-in-first-scripts',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const helpers = chunks.find(({ name }) => name === HELPERS);
        if (helpers === undefined) return;
        const [body = '', exported] = helpers.code.split('export{');
        if (exported === undefined) this.error(`${helpers.fileName} does not export the way this build expects`);
        const made = `(()=>{${body}return{${entriesOf(exported.slice(0, exported.indexOf('}')), 'turned')}}})()`;
        for (const chunk of chunks.filter(({ name }) => [...FIRST_SCRIPTS, SECOND_LOAD, CHART_HOST].includes(name))) {
          const [before = '', after] = chunk.code.split(`}from"./${basename(helpers.fileName)}";`);
          const start = before.lastIndexOf('import{');
          if (after === undefined || start < 0)
            this.error(`${chunk.fileName} does not import ${helpers.fileName} the way this build expects`);
          const wanted = entriesOf(before.slice(start + 'import{'.length), 'as written');
          chunk.code = `${before.slice(0, start)}const{${wanted}}=${made};${after}`;
        }
        // Lists of scripts to fetch with another one name it too: they name a script instead that is always there.
        const first = chunks.find(({ name }) => FIRST_SCRIPTS.includes(name));
        if (first === undefined) this.error('the build has no first script');
        for (const chunk of chunks) chunk.code = chunk.code.replaceAll(`"${helpers.fileName}"`, () => `"${first.fileName}"`);
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path }) =>
        path === '/index.html' ? html.replace(new RegExp(`<script [^<>]{0,200}/${HELPERS}-[^<>]{0,80}></script>`), '') : html,
    },
  };
}

/** Scripts of a first load that are worth the time of a second minifier; that of React does not become smaller. */
const MINIFIED_TWICE = ['terminal', SECOND_LOAD, FRAME_LOAD];

/** Minifies large scripts once more: functions and values with a single use move to it, which the bundler's minifier does not do. */
export function minifiedTwice(): Plugin {
  return {
    name: 'tapedeck:minified-twice',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !MINIFIED_TWICE.includes(file.name)) continue;
          const { code } = await minify(file.code, { module: true, ecma: 2020, compress: { ecma: 2020, passes: 3 } });
          if (code === undefined) this.error(`${file.fileName} could not be minified`);
          file.code = code;
        }
      },
    },
  };
}
