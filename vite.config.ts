import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

import { developmentService } from './tools/development-service.ts'
import { testProjects } from './tools/test-projects.ts'

const sourceModules = /src\/(contract|client|web)\/|node_modules\/lucide-react\//
const coreLibraries =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/(react-query|query-core))\//

// Parts of ui that few pages need stay out of the first load of the others.
const largeParts = /\/ui\/(table|date|chart|markdown)\/|combobox|segmented-control/

const EVERY_PAGE = 'every page'
const isShared = (id: string, pages: ReadonlySet<string>) =>
  pages.has(EVERY_PAGE) ||
  // One more request costs more than an unused primitive, and the overview has reached its limit of requests.
  (pages.size > 1 && id.includes('/src/web/ui/') && !largeParts.test(id)) ||
  (pages.size > 1 && [...pages].some((page) => /\/(board|overview)-page\.tsx$/.test(page)))

interface Modules {
  getModuleInfo(id: string): { importers: readonly string[] } | null
}

/** The pages whose first load contains a module. The entry belongs to every page, so it counts as two. */
function pagesThatNeed(id: string, modules: Modules) {
  const pages = new Set<string>()
  const visited = new Set<string>()
  const visit = (module: string) => {
    if (visited.has(module)) return
    visited.add(module)
    if (module.endsWith('src/web/main.tsx')) pages.add(module).add(EVERY_PAGE)
    if (module.endsWith('-page.tsx')) pages.add(module)
    modules.getModuleInfo(module)?.importers.forEach(visit)
  }
  visit(id)
  return pages
}

// Few, large chunks: fifty small ones cost more round trips than they save bytes, and a page has ten requests until its
// first content.
const chunks = [
  {
    // Shared by pages only: a lazy component must not pull its modules into every first load.
    name: (id: string, modules: Modules) =>
      coreLibraries.test(id) || isShared(id, pagesThatNeed(id, modules)) ? 'shared' : null,
    test: new RegExp(`${coreLibraries.source}|${sourceModules.source}`),
    priority: 4,
  },
  {
    name: 'board-vendor',
    test: /node_modules\/@dnd-kit\//,
    priority: 3,
  },
  {
    // Modules of several other pages stay out of the board's first load, which is the largest.
    name: (id: string, modules: Modules) => (pagesThatNeed(id, modules).size > 1 ? 'pages' : null),
    test: sourceModules,
    priority: 2,
  },
  {
    // Modules shared by a page and its lazy components form one chunk, not one each.
    name: (id: string, modules: Modules) => {
      const [page, secondPage] = pagesThatNeed(id, modules)
      return page && !secondPage && page !== id ? `${path.basename(page, '.tsx')}-parts` : null
    },
    test: sourceModules,
    minShareCount: 2,
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
  rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
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

export default defineConfig(({ isSsrBuild }) => ({
  plugins: process.env.VITEST
    ? []
    : [react(), tailwindcss(), withoutPropertyFallback, developmentService()],
  resolve: { alias: isSsrBuild ? [] : [...productionRouter, entitiesWithoutDom] },
  build: isSsrBuild ? service : web,
  server: { port: Number(process.env.PORT ?? 4400), strictPort: true },
  test: {
    projects: testProjects(),
    maxWorkers: 2,
    restoreMocks: true,
    // Only for tests that hang: no test is about speed, and a busy machine must not fail one.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
}))
