import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

import { developmentService } from './tools/development-service.ts'
import { testProjects } from './tools/test-projects.ts'

const ours = /src\/(contract|client|web)\/|node_modules\/lucide-react\//
const everywhere =
  /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack\/(react-query|query-core))\//

const EVERY = 'every page'
const isForAll = (id: string, pages: ReadonlySet<string>) =>
  pages.has(EVERY) ||
  // A request of its own costs more than a part of the kit that the page does not use, and the overview has none left.
  (pages.size > 1 && id.includes('/src/web/ui/')) ||
  (pages.size > 1 && [...pages].some((page) => /\/(board|overview)-page\.tsx$/.test(page)))

interface Modules {
  getModuleInfo(id: string): { importers: readonly string[] } | null
}

/** The entry and the pages whose first load holds a module; the entry, as part of every page, counts for two. */
function pagesThatNeed(id: string, modules: Modules) {
  const pages = new Set<string>()
  const seen = new Set<string>()
  const visit = (module: string) => {
    if (seen.has(module)) return
    seen.add(module)
    if (module.endsWith('src/web/main.tsx')) pages.add(module).add(EVERY)
    if (module.endsWith('-page.tsx')) pages.add(module)
    modules.getModuleInfo(module)?.importers.forEach(visit)
  }
  visit(id)
  return pages
}

// Few, large chunks: fifty small ones cost more round trips than they save bytes, and ten requests is what a page has
// until its first content.
const chunks = [
  {
    // Only what pages share: a part that comes later must not draw its own parts into every first load.
    name: (id: string, modules: Modules) =>
      everywhere.test(id) || isForAll(id, pagesThatNeed(id, modules)) ? 'shared' : null,
    test: new RegExp(`${everywhere.source}|${ours.source}`),
    priority: 4,
  },
  {
    name: 'board-vendor',
    test: /node_modules\/@dnd-kit\//,
    priority: 3,
  },
  {
    // Nor the other pages theirs into that of the board, which is the fullest.
    name: (id: string, modules: Modules) => (pagesThatNeed(id, modules).size > 1 ? 'pages' : null),
    test: ours,
    priority: 2,
  },
  {
    // What a page has in common with a part of its own that comes later is one piece, not one for each module.
    name: (id: string, modules: Modules) => {
      const [page, another] = pagesThatNeed(id, modules)
      return page && !another && page !== id ? `${path.basename(page, '.tsx')}-parts` : null
    },
    test: ours,
    minShareCount: 2,
    priority: 1,
  },
]

// The router's package leads to its development build whatever the mode.
const routerBuild = (file: string) =>
  fileURLToPath(new URL(`node_modules/react-router/dist/production/${file}`, import.meta.url))
const routerInProduction = [
  { find: /^react-router$/, replacement: routerBuild('index.mjs') },
  { find: /^react-router\/dom$/, replacement: routerBuild('dom-export.mjs') },
]

const web = {
  outDir: 'dist/web',
  emptyOutDir: true,
  manifest: true,
  // The policy of the page admits no data: addresses, and every browser that runs it knows modulepreload.
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

export default defineConfig(({ isSsrBuild }) => ({
  plugins: process.env.VITEST ? [] : [react(), tailwindcss(), developmentService()],
  resolve: { alias: isSsrBuild ? [] : routerInProduction },
  build: isSsrBuild ? service : web,
  server: { port: Number(process.env.PORT ?? 4400), strictPort: true },
  test: {
    projects: testProjects(),
    maxWorkers: 2,
    restoreMocks: true,
    // For what hangs: no test here is about speed, and a busy machine must not fail one.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
}))
