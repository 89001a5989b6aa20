import { expect, type Page } from '@playwright/test'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build, type InlineConfig } from 'vite'

import { claim, serviceUrl } from './service.ts'

/** Builds the dashboard another way, into a folder of its own. */
export async function buildDashboard({ build: options, ...config }: InlineConfig): Promise<string> {
  const outDir = fs.mkdtempSync(path.join(os.tmpdir(), 'dashboard-'))
  await build({ logLevel: 'error', ...config, build: { ...options, outDir, emptyOutDir: true } })
  return outDir
}

/**
 * The dashboard as a developer has it, with the gallery. Built once for all tests of a run: the first worker that wants it
 * builds, the other waits.
 */
export async function developmentBuild(): Promise<string> {
  const folder = path.join(process.env['E2E_FOLDER'] ?? '', 'development')
  if (claim(`${folder}-taken`)) {
    const built = await buildDashboard({ define: { 'import.meta.env.DEV': 'true' } })
    fs.cpSync(built, `${folder}-part`, { recursive: true })
    fs.rmSync(built, { recursive: true })
    fs.renameSync(`${folder}-part`, folder)
  }
  await expect.poll(() => fs.existsSync(folder), { timeout: 60_000 }).toBe(true)
  return folder
}

/** Gives the page that build instead of the one that is served: the same service, the same headers and policy. */
export const serveBuild = (page: Page, folder: string) =>
  page.route(
    (url) => url.origin === serviceUrl() && !/^\/(v1|config\.json)/.test(url.pathname),
    async (route) => {
      const { pathname } = new URL(route.request().url())
      const file = path.join(folder, pathname)
      if (pathname !== '/' && fs.existsSync(file)) return route.fulfill({ path: file })
      const response = await route.fetch()
      const { 'content-encoding': _, 'content-length': __, ...headers } = response.headers()
      return route.fulfill({ response, headers, path: path.join(folder, 'index.html') })
    },
  )
