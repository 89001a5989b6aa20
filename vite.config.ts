import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

import { developmentService } from './tools/development-service.ts'
import { publicDocument } from './tools/public-document.ts'
import { plainIcons, withoutUnusedParts } from './tools/smaller-libraries.ts'
import { testProjects } from './tools/test-projects.ts'

const sourceModules = /src\/(contract|client|web)\/|node_modules\/lucide-react\//
const coreLibraries =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/(react-query|query-core))\//

// Parts of ui that few pages need stay out of the first load of the others.
const largeParts =
  /\/ui\/(table|date|chart|markdown|list-detail)\/|combobox|segmented-control|tabs|status-pill|clipboard|copyable|checkbox|toggles|filter-by-name|form\/field\./

const EVERY_PAGE = 'every page'
const LOADED_OFTEN = /\/(board|overview)-page\.tsx$/
// Lazy because of its style sheet; its modules are placed like those of a page.
const REPORT_VIEW = /\/report-view\.tsx$/
// Likewise, but what they share with their lazy components is a chunk of its own.
const LAZY_VIEW = /\/(changelog|contacts|inbox)-view\.tsx$/
// Few people open them: what they share with other pages stays with those.
const DEVELOPERS = /\/web\/developers\//
const CAMPAIGN_PAGES = /\/email\/(campaigns|report)\//
const DEFERRED_SHELL = /\/shell\/deferred-shell\.tsx$/

const isDevelopersView = (module: string) => DEVELOPERS.test(module) && module.endsWith('-view.tsx')

interface Modules {
  getModuleInfo(id: string): { importers: readonly string[] } | null
}

// Tables have these in common with the board and the sign-in page, which must not be loaded for them.
const partsOfTables = /\/ui\/(use-)?virtual-range|\/icons\/(ellipsis|check|minus|tag)\.mjs$/
// The toasts have these in common with the dialogs: they must show an error although the deferred shell failed to load.
const partsOfToasts = /\/ui\/focus-return\.ts$|\/icons\/x\.mjs$/
// The pages of developers have these in common with the board, all of which they would load for them.
const partsOfBoards = /\/(use-live-queries|record-field\.rules)\.ts$|\/icons\/calendar\.mjs$/
// Longer texts, in lazy components of several pages.
const textParts =
  /\/ui\/markdown\/markdown(-blocks)?\.tsx$|\/markdown\.rules\.ts$|\/mutations\/drafts\.ts$/
// Sign-in and the pages of a list.
const partsOfCopying = /copyable|\/en\/controls\.ts/
const checkboxParts = /\/ui\/form\/(checkbox\.tsx|toggles\.css)$/
const partsOfSeveral = [
  ['checkbox', checkboxParts],
  ['form', /\/ui\/form\/(field|form)\.tsx?$/],
  ['text', textParts],
] as const

/**
 * The pages whose first load contains a module. The entry belongs to every page, so it counts as two. The deferred shell
 * is no page, but every page loads it.
 */
function pagesThatNeed(id: string, modules: Modules) {
  const pages = new Set<string>()
  const visited = new Set<string>()
  const visit = (module: string) => {
    if (visited.has(module)) return
    visited.add(module)
    if (module.endsWith('src/web/main.tsx')) pages.add(module).add(EVERY_PAGE)
    const isView = REPORT_VIEW.test(module) || LAZY_VIEW.test(module) || isDevelopersView(module)
    if (module.endsWith('-page.tsx') || DEFERRED_SHELL.test(module) || isView) pages.add(module)
    modules.getModuleInfo(module)?.importers.forEach(visit)
  }
  visit(id)
  // The page of a card opens its board, so what both need stays with the board.
  const cardPage = [...pages].find((page) => page.endsWith('/card-page.tsx'))
  if (cardPage && pages.size > 1) pages.delete(cardPage)
  const isOfDevelopers = every(pages, DEVELOPERS)
  if (!isOfDevelopers) for (const page of pages) if (DEVELOPERS.test(page)) pages.delete(page)
  // What only the overview and a report need stays with the overview, whose first load has the fewest requests.
  const isOfOverview = [...pages].every((page) => /\/(overview-page|report-view)\.tsx$/.test(page))
  if (isOfOverview && pages.size > 1)
    for (const page of pages) if (REPORT_VIEW.test(page)) pages.delete(page)
  return pages
}

const some = (pages: ReadonlySet<string>, path: RegExp) =>
  [...pages].some((page) => path.test(page))
const every = (pages: ReadonlySet<string>, path: RegExp) =>
  [...pages].every((page) => path.test(page))

function isShared(id: string, pages: ReadonlySet<string>): boolean {
  if (coreLibraries.test(id) || pages.has(EVERY_PAGE)) return true
  if (partsOfTables.test(id) || partsOfToasts.test(id) || partsOfBoards.test(id)) return true
  if (pages.size < 2 || every(pages, LAZY_VIEW) || checkboxParts.test(id)) return false
  // One more request costs more than an unused primitive, and the overview has reached its limit of requests. The inbox is
  // the largest of the others, so that it loads no chunk of theirs.
  const isSmall = id.includes('/src/web/ui/') && !largeParts.test(id)
  return (
    some(pages, /\/(board-page|overview-page|inbox-view)\.tsx$/) ||
    (isSmall && !some(pages, DEFERRED_SHELL))
  )
}

const sourceGroup = (
  priority: number,
  name: (id: string, pages: ReadonlySet<string>) => string | null,
) => ({
  name: (id: string, modules: Modules) => name(id, pagesThatNeed(id, modules)),
  test: sourceModules,
  priority,
})

// Few, large chunks: fifty small ones cost more round trips than they save bytes, and a page has ten requests until its
// first content. What only lazy components share stays out of every first load. A group takes along what its modules
// import, unless one of higher priority has it.
const chunks = [
  {
    ...sourceGroup(5, (id, pages) => (isShared(id, pages) ? 'shared' : null)),
    test: new RegExp(`${coreLibraries.source}|${sourceModules.source}`),
  },
  sourceGroup(4, (id) => partsOfSeveral.find(([, parts]) => parts.test(id))?.[0] ?? null),
  sourceGroup(2.7, (id) => (partsOfCopying.test(id) ? 'copyable' : null)),
  // Modules of several other pages stay out of the board's first load, which is the largest.
  sourceGroup(3, (id, pages) => {
    if (some(pages, DEFERRED_SHELL)) return 'deferred-shell'
    if (partsOfCopying.test(id)) return null
    if (every(pages, DEVELOPERS)) return null
    const isOneArea =
      every(pages, LAZY_VIEW) ||
      every(pages, CAMPAIGN_PAGES) ||
      (every(pages, /\/email\//) && !some(pages, CAMPAIGN_PAGES))
    return pages.size > 1 && !isOneArea ? 'pages' : null
  }),
  sourceGroup(2.5, (_id, pages) => {
    if (pages.size < 2 || every(pages, DEVELOPERS)) return null
    if (every(pages, LAZY_VIEW)) return 'list-views'
    return some(pages, CAMPAIGN_PAGES) ? 'campaign-pages' : 'list-pages'
  }),
  // Loaded often: one chunk with the modules they share with lazy components. Of another page those are one beside it.
  sourceGroup(2, (_id, pages) => {
    const [page] = pages
    return page && (LOADED_OFTEN.test(page) || REPORT_VIEW.test(page))
      ? path.basename(page, '.tsx')
      : null
  }),
  {
    ...sourceGroup(1, (id, pages) => {
      const [page] = pages
      return page && page !== id ? `${path.basename(page, '.tsx')}-parts` : null
    }),
    minShareCount: 2,
  },
  sourceGroup(0.5, (_id, pages) =>
    pages.size > 1 && every(pages, DEVELOPERS) ? 'developers' : null,
  ),
  // The code of a drag in one request. Last, or it would take along modules of the board.
  { name: 'board-dnd', test: /node_modules\/@dnd-kit\/|\/board-dnd\.tsx$/, priority: 0 },
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
    input: { main: 'src/service/main.ts', cli: 'src/cli/main.ts' },
    output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
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

/** The pages that index.html recognizes by their address, and the files of their chunks beside the shared one. */
const preloadedPages = {
  board: ['board-page'],
  boards: ['boards-page'],
  overview: ['overview-page'],
  post: ['posts-page', 'inbox-view', 'open-post', 'post-comments'],
  report: ['report-page', 'report-view'],
  signIn: ['sign-in-page'],
}

/** Lists those files in index.html, so that its script requests them together with the shared chunk. */
const preloadedChunks: Plugin = {
  name: 'preloaded-chunks',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const files = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
      const isLoaded = (file: string) => html.includes(`/${file}"`)
      const filesOf = (page: string) => {
        const chunk = files.find(({ name }) => name === page)
        return chunk ? [chunk.fileName, ...chunk.imports].filter((file) => !isLoaded(file)) : []
      }
      const entries = Object.entries(preloadedPages).map(([key, pages]) => [
        key,
        [...new Set(pages.flatMap(filesOf))],
      ])
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
    : [
        pagePlugins(),
        plainIcons,
        withoutUnusedParts,
        withoutPropertyFallback,
        preloadedChunks,
        developmentService(),
      ],
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
  },
}))
