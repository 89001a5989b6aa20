import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

import { developmentService } from './tools/development-service.ts'
import { publicDocument } from './tools/public-document.ts'
import { testProjects } from './tools/test-projects.ts'

const sourceModules = /src\/(contract|client|web)\/|node_modules\//
const coreLibraries =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/(react-query|query-core))\//

const icons = /node_modules\/lucide-react\//

interface Modules {
  getModuleInfo(id: string): { importers: readonly string[] } | null
}

/** The pages whose first load contains a module, or `entry` where all do. */
function pagesThatNeed(id: string, modules: Modules): ReadonlySet<string> | 'entry' {
  const pages = new Set<string>()
  const visited = new Set<string>()
  let isOfEntry = false
  const visit = (module: string) => {
    if (visited.has(module)) return
    visited.add(module)
    if (module.endsWith('-page.tsx')) pages.add(module)
    if (module.endsWith('src/web/main.tsx')) isOfEntry = true
    modules.getModuleInfo(module)?.importers.forEach(visit)
  }
  visit(id)
  return isOfEntry ? 'entry' : pages
}

const areasOf = (pages: ReadonlySet<string>) =>
  new Set([...pages].map((page) => /src\/web\/(\w+)\//.exec(page)?.[1] ?? ''))

// A group takes along what its modules import, unless one of higher priority has it.
const chunks = [
  { name: 'libraries', test: coreLibraries, priority: 3 },
  {
    // What pages of several areas need.
    name: (id: string, modules: Modules) => {
      const pages = pagesThatNeed(id, modules)
      if (pages === 'entry') return 'shared'
      // A request for an icon would cost more than the icon.
      return areasOf(pages).size > 1 || (pages.size > 1 && icons.test(id)) ? 'shared' : null
    },
    test: sourceModules,
    priority: 2,
  },
  {
    // What pages of one area need.
    name: (id: string, modules: Modules) => {
      const pages = pagesThatNeed(id, modules)
      if (pages === 'entry' || pages.size < 3) return null
      const [area = null, ...others] = areasOf(pages)
      return others.length === 0 ? area : null
    },
    test: sourceModules,
    priority: 1,
  },
]

// The router's package resolves to its development build in every mode.
const routerBuild = (file: string) =>
  fileURLToPath(new URL(`node_modules/react-router/dist/production/${file}`, import.meta.url))
const productionRouter = [
  { find: /^react-router$/, replacement: routerBuild('index.mjs') },
  { find: /^react-router\/dom$/, replacement: routerBuild('dom-export.mjs') },
]

// Its build for browsers decodes an entity with `innerHTML`, which Trusted Types reject.
const entitiesWithoutDom = {
  find: /^decode-named-character-reference$/,
  replacement: fileURLToPath(
    new URL('node_modules/decode-named-character-reference/index.js', import.meta.url),
  ),
}

const web = {
  outDir: 'dist/web',
  emptyOutDir: true,
  manifest: true,
  // The CSP allows no data: URLs, and all supported browsers have modulepreload.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
  rolldownOptions: {
    treeshake: { propertyReadSideEffects: false as const },
    output: {
      codeSplitting: { groups: chunks },
      // Random characters hardly compress, and a page lists the names of a hundred chunks: 36 bits instead of 48 for each.
      hashCharacters: 'base36' as const,
      entryFileNames: 'assets/[name]-[hash:7].js',
      chunkFileNames: 'assets/[name]-[hash:7].js',
      assetFileNames: 'assets/[name]-[hash:7][extname]',
    },
  },
}

const service = {
  outDir: 'dist/service',
  emptyOutDir: true,
  copyPublicDir: false,
  target: 'node20',
  rolldownOptions: {
    input: {
      main: 'src/service/main.ts',
      cli: 'src/cli/main.ts',
      'markdown-worker': 'src/service/feedback/public-changelog/markdown-worker.mjs',
    },
    output: {
      // A thread is started by the name of its source, which stands beside it here.
      entryFileNames: ({ name }: { name: string }) =>
        name.endsWith('-worker') ? '[name].mjs' : '[name].js',
      chunkFileNames: '[name]-[hash].js',
    },
  },
}

/**
 * Removes Tailwind's copy of its `@property` defaults for browsers without that rule: Firefox before 128 and Safari before
 * 16.4, which the dashboard does not support. It is a fortieth of the stylesheet.
 */
const withoutPropertyFallback: Plugin = {
  name: 'without-property-fallback',
  generateBundle(_options, bundle) {
    for (const asset of Object.values(bundle)) {
      if (asset.type !== 'asset' || !asset.fileName.endsWith('.css')) continue
      asset.source = String(asset.source).replace(
        /@layer properties\{@supports .*?\{\*,:before,:after,::backdrop\{[^}]*\}\}\}/,
        '@layer properties;',
      )
    }
  },
}

/** The pages that index.html recognizes by their address. */
const preloadedPages = {
  board: 'board-page',
  boards: 'boards-page',
  overview: 'overview-page',
  post: 'posts-page',
  report: 'report-page',
  signIn: 'sign-in-page',
}

/** Lists their chunks and sheets in index.html, so that its script requests them together with those of every page. */
const preloadedChunks: Plugin = {
  name: 'preloaded-chunks',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const files = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
      const isLoaded = (file: string) => html.includes(`/${file}"`)
      const filesOf = (page: string) => {
        const needed = new Set<string>()
        const visit = (fileName: string) => {
          if (needed.has(fileName)) return
          needed.add(fileName)
          const chunk = files.find((file) => file.fileName === fileName)
          chunk?.viteMetadata?.importedCss.forEach((sheet) => needed.add(sheet))
          chunk?.imports.forEach(visit)
        }
        files.filter(({ name }) => name === page).forEach(({ fileName }) => visit(fileName))
        return [...needed].filter((file) => !isLoaded(file))
      }
      const entries = Object.entries(preloadedPages).map(([key, page]) => [key, filesOf(page)])
      const list = JSON.stringify(Object.fromEntries(entries)).replaceAll('"', '&quot;')
      return html.replace(
        'name="page-chunks" content="{}"',
        () => `name="page-chunks" content="${list}"`,
      )
    },
  },
}

/** Loaded only where they are needed, because they take half a second and most runs of Vitest are without them. */
async function pagePlugins() {
  const react = await import('@vitejs/plugin-react')
  const tailwindcss = await import('@tailwindcss/vite')
  return [react.default(), tailwindcss.default(), publicDocument]
}

export default defineConfig(async ({ isSsrBuild }) => ({
  plugins: process.env.VITEST
    ? []
    : [pagePlugins(), withoutPropertyFallback, preloadedChunks, developmentService()],
  resolve: { alias: isSsrBuild ? [] : [...productionRouter, entitiesWithoutDom] },
  build: isSsrBuild ? service : web,
  // A classic worker cannot load a part of its code later.
  worker: { format: 'es' as const },
  server: { port: Number(process.env.PORT ?? 4400), strictPort: true },
  test: {
    projects: process.env.VITEST ? await testProjects(pagePlugins) : [],
    maxWorkers: 2,
    restoreMocks: true,
    // Only for tests that hang: no test is about speed, and a busy machine must not fail one.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
}))
