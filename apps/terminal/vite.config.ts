import { createReadStream, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { minify_sync as minifySync } from 'terser';
import { defineConfig, type Plugin } from 'vite';
import { compiledOnLoad, FRAME_LOAD, helpersInFirstScripts, minifiedTwice, SECOND_LOAD } from './scripts.config.ts';
import { keysMark } from '../../packages/chart/src/bridge/packed-texts.ts';
import { CHART_TEXT_KEYS } from '../../packages/chart/src/bridge/texts.ts';
import { writeFontSubsets } from '../../tools/lib/font-subsets.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const server = process.env['TAPEDECK_SERVER'] ?? 'http://127.0.0.1:4300';
/** Paths that the server answers while Vite serves the pages (npm run play). */
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
/** The environment whose text files this build reads. */
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

/** Folders of the source that have English texts: the namespace of a text is the name of its folder. */
const namespaces = readdirSync(join(here, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.name === 'text.en.json')
  .map(({ parentPath }) => basename(parentPath))
  .sort();

/** Languages that have a file for every namespace. */
function wholeLanguages(): string[] {
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

/** The words of a locale, as the chart reads them (packed-texts.ts). */
function packedWords(name: string): string {
  const words = JSON.parse(readFileSync(join(CHART_WORDS, name), 'utf8')) as Record<string, string>;
  return JSON.stringify([keysMark(), ...CHART_TEXT_KEYS.map((key) => words[key])]);
}

/** Serves the chart's words under `/chart-locales/{locale}.json`. */
function chartWords(): Plugin {
  return {
    name: 'tapedeck:chart-words',
    configureServer(dev) {
      dev.middlewares.use('/chart-locales', (request, response, next) => {
        const name = basename(request.url ?? '').replace(/\?.*$/, '');
        if (!existsSync(join(CHART_WORDS, name))) return next();
        response.setHeader('content-type', 'application/json');
        response.end(packedWords(name));
      });
    },
    generateBundle() {
      for (const name of readdirSync(CHART_WORDS)) {
        this.emitFile({ type: 'asset', fileName: `chart-locales/${name}`, source: packedWords(name) });
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
        return rest.replace(/>\s{1,100}</g, '><').replace('</head>', () => `<style>${styles}</style></head>`);
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

/** The earliest script is inline, because a file would delay it. The server's content policy contains its hash. */
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
              (_tag, name: string) => `<script>${minifySync(readFileSync(join(here, 'public', `${name}.js`), 'utf8')).code ?? ''}</script>`,
            )
          : html,
    },
  };
}

const FONT_SUBSETS = join(here, '../../node_modules/.cache/tapedeck-fonts');
/** A part of a font's file, as the styles name it. */
const SUBSET = /^(@fontsource-variable\/[\w-]+)\/files\/([\w-]+\.\w+\.woff2)$/;

/** Makes the font files that the styles name: the files of the packages hold many letters, weights and features that no view shows. */
function fontSubsets(): Plugin {
  return {
    name: 'tapedeck:font-subsets',
    config: () => ({ resolve: { alias: [{ find: SUBSET, replacement: `${FONT_SUBSETS}/$1/$2` }] } }),
    buildStart: () => writeFontSubsets(join(here, '../../packages/ui/src/tokens/fonts.css'), FONT_SUBSETS),
  };
}

/** The letters of every first view: asked for with the page, so that it is laid out once, in its own type. */
const FIRST_FONTS = ['inter-latin-wght-normal.first', 'jetbrains-mono-latin-wght-normal.first'];

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

/**
 * The chart engine is heavy and belongs to the frame's page alone, and the terminal's script starts the terminal: the build fails when
 * one page would load the other's.
 */
function chartStaysInItsFrame(): Plugin {
  return {
    name: 'tapedeck:chart-stays-in-its-frame',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entry = chunks.find((file) => file.isEntry && file.name === 'chart');
      const frame = new Set([entry, chunks.find(({ name }) => name === FRAME_LOAD)]);
      const terminal = chunks.filter(({ name }) => name === TERMINAL);
      for (const file of chunks.filter((each) => each.moduleIds.some((id) => id.startsWith(FRAME_SOURCES))))
        for (const next of terminal)
          if (file.imports.includes(next.fileName)) this.error(`${file.fileName} of the chart's frame imports ${next.fileName}`);
      // Modules that the frame loads on demand may use its script; modules that other pages reach may not.
      const reached = new Set(chunks.filter((file) => file.isEntry && file !== entry));
      for (const file of reached) {
        for (const name of [...file.imports, ...file.dynamicImports]) {
          const next = chunks.find(({ fileName }) => fileName === name);
          if (next === undefined) continue;
          if (frame.has(next)) this.error(`${file.fileName} imports the chart frame's script`);
          reached.add(next);
        }
      }
    },
  };
}

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly code: string | null } | null;
}

/** A file that only passes on names of others. */
const isFrontDoor = (id: string): boolean => /[\\/]src[\\/](.*[\\/])?index\.ts$/.test(id);

/** Imported and passed-on names, and where they come from. */
const NAMES_FROM = /(?:import|export)\s*\{([^{}]*)\}\s*from\s*["']([^"']+)["']/g;

const namesIn = (code: string | null | undefined): (readonly [from: string, names: readonly string[]])[] =>
  [...(code ?? '').matchAll(NAMES_FROM)].map(([, names = '', from = '']) => [from, names.split(',').map((name) => name.trim())]);

/** The files behind a front door that have these names. */
function behind(door: string, names: readonly string[], graph: ModuleGraph): string[] {
  const wanted = new Set(names.map((name) => name.split(' as ')[0]));
  const isWanted = (name: string): boolean => wanted.has(name.split(' as ').at(-1) ?? '');
  return namesIn(graph.getModuleInfo(door)?.code)
    .filter(([, given]) => given.some(isWanted))
    .map(([from]) => join(dirname(door), from));
}

/** The modules that a module uses: of a front door, only the files whose names it takes. */
function usesOf(id: string, graph: ModuleGraph): readonly string[] {
  if (isFrontDoor(id)) return [];
  const info = graph.getModuleInfo(id);
  const named = namesIn(info?.code);
  return (info?.importedIds ?? []).flatMap((imported) => {
    if (!isFrontDoor(imported)) return [imported];
    const isFrom = (from: string): boolean =>
      from.startsWith('.') ? join(dirname(id), from) === imported : imported.includes(`/packages/${from.replace('@tapedeck/', '')}/`);
    return [imported, ...named.filter(([from]) => isFrom(from)).flatMap(([, names]) => behind(imported, names, graph))];
  });
}

/** Imports as the bundler knows them. */
const allImportsOf = (id: string, graph: ModuleGraph): readonly string[] => graph.getModuleInfo(id)?.importedIds ?? [];

/** Every module that entries import, directly or not, without those they import on demand. */
function importedBy(entries: readonly string[], graph: ModuleGraph, of = allImportsOf): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...entries];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...of(id, graph));
  }
  return found;
}

/** React and the CommonJS helpers, which the frame does not need. They change rarely, so they form a chunk of their own. */
const LIBRARY = /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]|[\\/]src[\\/]app[\\/]mount\.ts$|rolldown[\\/]runtime/;

/**
 * The terminal's first load is React and one script of ours: browsers request a handful of files at a time, and a chunk per shared module
 * would cost a round trip each. Code shared by page and frame is separate, so that neither loads the other.
 */
function firstLoad(): (id: string, graph: ModuleGraph) => string | null {
  let page: ReadonlySet<string> | undefined;
  let frame: ReadonlySet<string> | undefined;
  return (id, graph) => {
    page ??= importedBy([join(here, 'src/app/main.tsx')], graph);
    frame ??= importedBy([FRAME], graph);
    if (!page.has(id)) return null;
    return frame.has(id) ? 'chart-bridge' : TERMINAL;
  };
}

/** The script that starts the terminal. */
const TERMINAL = 'terminal';

const FRAME_SOURCES = join(here, '../../packages/chart/src/frame/');

/** Entry of the chart's frame. */
const FRAME = join(here, 'src/chart-frame.ts');

/** The page loads it right after its first view. */
const SECOND_VIEW = join(here, 'src/pages/second-view.ts');

/** The second load is one script too: each further file costs its headers, and small files are packed badly. */
function secondLoad(): (id: string, graph: ModuleGraph) => string | null {
  let second: ReadonlySet<string> | undefined;
  let frame: ReadonlySet<string> | undefined;
  return (id, graph) => {
    second ??= importedBy([SECOND_VIEW], graph, usesOf);
    frame ??= importedBy([FRAME], graph);
    return second.has(id) && !frame.has(id) ? SECOND_LOAD : null;
  };
}

function frameLoad(): (id: string, graph: ModuleGraph) => string | null {
  let frame: ReadonlySet<string> | undefined;
  let others: ReadonlySet<string> | undefined;
  return (id, graph) => {
    frame ??= importedBy([FRAME], graph);
    others ??= importedBy([join(here, 'src/app/main.tsx'), join(here, 'src/chart-library.ts'), SECOND_VIEW], graph);
    return id !== FRAME && frame.has(id) && !others.has(id) ? FRAME_LOAD : null;
  };
}

const CHART_LIBRARY = 'chart-library';

/** All files with local class names. */
const styleFiles = [here, join(here, '../../packages')]
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter(({ name }) => name.endsWith('.module.css'))
  .map(({ parentPath, name }) => join(parentPath, name))
  .sort();

/**
 * The local name and the number of its file. Vite's default ends with a hash and a line number, which cannot be compressed: 5 bytes for each
 * class in the styles and as many in the script.
 */
const className = (name: string, file: string): string => `${name}_${styleFiles.indexOf(file.replace(/\?.*$/, '')).toString(36)}`;

export default defineConfig({
  root: here,
  plugins: [
    react(),
    fontSubsets(),
    texts(),
    chartWords(),
    toastStylesAsFile(),
    firstScriptsInline(),
    fontsEarly(),
    chartStaysInItsFrame(),
    helpersInFirstScripts(),
    minifiedTwice(),
    compiledOnLoad(),
    firstStylesInline(),
    packedCopies(),
  ],
  define: {
    __TEXTS_ENVIRONMENT__: JSON.stringify(environment),
    __NAMESPACES__: JSON.stringify(namespaces),
    __WHOLE_LANGUAGES__: JSON.stringify(wholeLanguages()),
  },
  css: { modules: { generateScopedName: className } },
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
            { debugName: 'second load', name: secondLoad() },
            // Otherwise code shared on demand would be bundled into the frame's script, including the chart engine.
            { name: 'chart-bridge', test: /packages[\\/]chart[\\/]src[\\/](bridge|datafeed)/ },
            { debugName: 'frame load', name: frameLoad() },
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
