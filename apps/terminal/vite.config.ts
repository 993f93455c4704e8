import { createReadStream, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const server = process.env['TAPEDECK_SERVER'] ?? 'http://127.0.0.1:4300';
/** What the server answers while this one serves the pages (npm run play). */
const SOCKETS = ['/realtime', '/private', '/v5'];
const SERVED = [
  ...SOCKETS,
  '/v3',
  '/cdn',
  '/static',
  '/contract',
  '/user',
  '/public',
  '/spot',
  '/fapi',
  '/position',
  '/udf',
  '/enter',
  '/docs',
  '/openapi.json',
];
/** Whose files this build reads. */
const environment = process.env['TAPEDECK_TEXTS_ENV'] ?? 'production';
/** Each has files of its own name, so that one may be changed without the others. */
const environments = ['test', 'testnet', 'production'];

const TRANSLATIONS = join(here, 'languages');

/** Texts of other languages lie under `languages/{language}/{namespace}.json`. The English ones are part of the program. */
function textFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const tag of existsSync(TRANSLATIONS) ? readdirSync(TRANSLATIONS) : []) {
    const folder = join(TRANSLATIONS, tag);
    for (const name of readdirSync(folder)) {
      const namespace = basename(name, '.json');
      for (const environment of environments) files.set(`i18n/${namespace}/${tag}.${environment}.json`, join(folder, name));
    }
  }
  return files;
}

/** Languages that have a file for every namespace that has an English one. */
function wholeLanguages(): string[] {
  const isNamespace = (folder: string) => existsSync(join(folder, 'text.en.json'));
  const namespaces = readdirSync(join(here, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isNamespace(join(entry.parentPath, entry.name)))
    .map(({ name }) => name);
  const isWhole = (tag: string) => namespaces.every((namespace) => existsSync(join(TRANSLATIONS, tag, `${namespace}.json`)));
  return (existsSync(TRANSLATIONS) ? readdirSync(TRANSLATIONS) : []).filter(isWhole);
}

/** Serves the texts of every other language under `/i18n/{namespace}/{language}.{environment}.json`. */
function texts(): Plugin {
  return {
    name: 'tapedeck:texts',
    configureServer(dev) {
      dev.middlewares.use((request, response, next) => {
        const file = textFiles().get((request.url ?? '').replace(/^\//, '').replace(/\?.*$/, ''));
        if (file === undefined) return next();
        response.setHeader('content-type', 'application/json');
        createReadStream(file).pipe(response);
      });
    },
    generateBundle() {
      for (const [fileName, path] of textFiles()) {
        this.emitFile({ type: 'asset', fileName, source: JSON.stringify(JSON.parse(readFileSync(path, 'utf8'))) });
      }
    },
  };
}

const CHART_WORDS = join(here, '../../packages/chart/locales');

/** Serves the chart's words under `/chart-locales/{locale}.json`. */
function chartWords(): Plugin {
  return {
    name: 'tapedeck:chart-words',
    configureServer(dev) {
      dev.middlewares.use('/chart-locales', (request, response, next) => {
        const name = basename(request.url ?? '').replace(/\?.*$/, '');
        if (!existsSync(join(CHART_WORDS, name))) return next();
        response.setHeader('content-type', 'application/json');
        createReadStream(join(CHART_WORDS, name)).pipe(response);
      });
    },
    generateBundle() {
      for (const name of readdirSync(CHART_WORDS)) {
        const source = JSON.stringify(JSON.parse(readFileSync(join(CHART_WORDS, name), 'utf8')));
        this.emitFile({ type: 'asset', fileName: `chart-locales/${name}`, source });
      }
    },
  };
}

/** The toast library writes its styles into a style element, which the content security policy forbids; they are linked as a file. */
function toastStylesAsFile(): Plugin {
  return {
    name: 'tapedeck:toast-styles',
    enforce: 'pre',
    transform(code, id) {
      if (!/[\\/]sonner[\\/]dist[\\/]index\.mjs/.test(id)) return undefined;
      const changed = code.replace(/^__insertCSS\(.*\);?$/m, '');
      if (changed === code) throw new Error('sonner no longer inserts its styles the way this build expects');
      return { code: changed, map: null };
    },
  };
}

/**
 * Most functions of the first scripts run before the first view is complete. Told so, a browser compiles them while it loads them, away
 * from the thread that renders; else it would read most of them twice, the second time there.
 */
function compiledOnLoad(): Plugin {
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

/** `a as b, c as d` of an import or export clause, as entries of an object literal or pattern. */
const entriesOf = (clause: string, turned: 'turned' | 'as written'): string =>
  clause
    .split(',')
    .map((part) => part.trim().split(' as '))
    .map(([from = '', to = from]) => (turned === 'turned' ? `${to}:${from}` : `${from}:${to}`))
    .join(',');

/** Puts a copy of the bundler's helpers into the first scripts: their file would be one more to ask for before the first view. */
function helpersInFirstScripts(): Plugin {
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
        for (const chunk of chunks.filter(({ name }) => FIRST_SCRIPTS.includes(name))) {
          const [before = '', after] = chunk.code.split(`}from"./${basename(helpers.fileName)}";`);
          const start = before.lastIndexOf('import{');
          if (after === undefined || start < 0)
            this.error(`${chunk.fileName} does not import ${helpers.fileName} the way this build expects`);
          const wanted = entriesOf(before.slice(start + 'import{'.length), 'as written');
          chunk.code = `${before.slice(0, start)}const{${wanted}}=${made};${after}`;
        }
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path }) =>
        path === '/index.html' ? html.replace(new RegExp(`<script [^<>]{0,200}/${HELPERS}-[^<>]{0,80}></script>`), '') : html,
    },
  };
}

/**
 * The styles of the first view stand in the page itself: the page is rendered when its scripts are there, not when one more answer is.
 * The server's content policy names their hash.
 */
function firstStylesInline(): Plugin {
  return {
    name: 'tapedeck:first-styles-inline',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, path }) {
        if (bundle === undefined || path !== '/index.html') return html;
        let styles = '';
        const rest = html.replace(/<link rel="stylesheet" crossorigin href="\/([^"]{1,200})">/g, (_link, fileName: string) => {
          const file = bundle[fileName];
          if (file?.type !== 'asset') throw new Error(`the page names ${fileName}, which the build does not have`);
          styles += String(file.source);
          return '';
        });
        return rest.replace('</head>', () => `  <style>${styles}</style>\n  </head>`);
      },
    },
  };
}

/** Smaller files gain nothing. */
const PACKED_BYTES_MIN = 1_000;

/** Puts packed copies beside the files, for the server to send. */
function packedCopies(): Plugin {
  return {
    name: 'tapedeck:packed-copies',
    apply: 'build',
    writeBundle({ dir = '' }) {
      for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
        const file = join(entry.parentPath, entry.name);
        if (!entry.isFile() || !/\.(js|css|html|json|svg)$/.test(file)) continue;
        const bytes = readFileSync(file);
        if (bytes.length < PACKED_BYTES_MIN) continue;
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

/** What runs before everything else stands in the page itself: a file would be waited for. The server's content policy names its hash. */
function firstScriptsInline(): Plugin {
  return {
    name: 'tapedeck:first-scripts-inline',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { path }) =>
        path === '/index.html'
          ? html.replace(
              /<script src="\/(theme|start)\.js"><\/script>/g,
              (_tag, name: string) =>
                `<script>${readFileSync(join(here, 'public', `${name}.js`), 'utf8').replace(/^ *\/\/.*\n/gm, '')}</script>`,
            )
          : html,
    },
  };
}

/** The letters of every first view: asked for with the page, so that it is laid out once, in its own type. */
const FIRST_FONTS = ['inter-latin-wght-normal', 'jetbrains-mono-latin-wght-normal'];

function fontsEarly(): Plugin {
  return {
    name: 'tapedeck:fonts-early',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle, path }) {
        if (bundle === undefined || path !== '/index.html') return [];
        return FIRST_FONTS.map((name) => {
          const file = Object.keys(bundle).find((fileName) => fileName.includes(`/${name}-`) && fileName.endsWith('.woff2'));
          if (file === undefined) throw new Error(`the build has no font ${name}`);
          return {
            tag: 'link',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
            injectTo: 'head' as const,
          };
        });
      },
    },
  };
}

/** The chart engine is heavy and belongs to the frame's page alone: the build fails when the terminal's page would load it. */
function chartStaysInItsFrame(): Plugin {
  return {
    name: 'tapedeck:chart-stays-in-its-frame',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const frame = chunks.find((file) => file.isEntry && file.name === 'chart');
      // What the frame itself loads on demand may use its script; nothing that any other page reaches may.
      const reached = new Set(chunks.filter((file) => file.isEntry && file !== frame));
      for (const file of reached) {
        for (const name of [...file.imports, ...file.dynamicImports]) {
          const next = chunks.find(({ fileName }) => fileName === name);
          if (next === frame && frame !== undefined) this.error(`${file.fileName} imports the chart frame's script`);
          if (next !== undefined) reached.add(next);
        }
      }
    },
  };
}

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Every module that an entry imports, directly or not, without those it imports on demand. */
function importedBy(entry: string, graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [entry];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** Names of the chunks below that the terminal's page starts with. */
const FIRST_SCRIPTS = ['react', 'terminal'];

/** React and what every chunk of CommonJS needs; the frame has neither. It changes seldom, and is compiled beside our own script. */
const LIBRARY = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]|[\\/]src[\\/]app[\\/]mount\.ts$|rolldown[\\/]runtime/;

/**
 * The terminal's first load is React and one script of ours: a browser asks for a handful of files at a time, and a chunk for each module
 * that some dialog shares would cost a round of waiting each. What page and frame share is apart, so that neither loads the other.
 */
function firstLoad(): (id: string, graph: ModuleGraph) => string | null {
  let page: ReadonlySet<string> | undefined;
  let frame: ReadonlySet<string> | undefined;
  return (id, graph) => {
    page ??= importedBy(join(here, 'src/app/main.tsx'), graph);
    frame ??= importedBy(join(here, 'src/chart-frame.ts'), graph);
    if (!page.has(id)) return null;
    return frame.has(id) ? 'chart-bridge' : 'terminal';
  };
}

const CHART_LIBRARY = 'chart-library';

export default defineConfig({
  root: here,
  plugins: [
    react(),
    texts(),
    chartWords(),
    toastStylesAsFile(),
    firstScriptsInline(),
    fontsEarly(),
    chartStaysInItsFrame(),
    compiledOnLoad(),
    helpersInFirstScripts(),
    firstStylesInline(),
    packedCopies(),
  ],
  define: { __TEXTS_ENVIRONMENT__: JSON.stringify(environment), __WHOLE_LANGUAGES__: JSON.stringify(wholeLanguages()) },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: join(here, 'index.html'), chart: join(here, 'chart.html'), [CHART_LIBRARY]: join(here, 'src/chart-library.ts') },
      output: {
        // Pages that embed the chart load it by this name.
        entryFileNames: ({ name }) => (name === CHART_LIBRARY ? `${name}.js` : 'assets/[name]-[hash].js'),
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'react', test: LIBRARY, includeDependenciesRecursively: false },
            { debugName: 'first load', tags: ['$initial'], name: firstLoad() },
            // What page and frame share on demand would else be put into the frame's script, chart engine included.
            { name: 'chart-bridge', test: /packages[\\/]chart[\\/]src[\\/](bridge|datafeed)/ },
          ],
        },
      },
    },
  },
  server: {
    port: 4320,
    strictPort: true,
    // The browser's own Host header goes along: to the server, pages and calls come from one origin.
    proxy: Object.fromEntries(SERVED.map((path) => [path, { target: server, ws: SOCKETS.includes(path) }])),
  },
});
