import { expect, type Page } from '@playwright/test'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build, type InlineConfig } from 'vite'

import { claimFile, services, serviceUrl } from './service.ts'

/** Builds the dashboard with other options into a temporary folder. */
export async function buildDashboard({ build: options, ...config }: InlineConfig): Promise<string> {
  const outDir = fs.mkdtempSync(path.join(os.tmpdir(), 'dashboard-'))
  await build({ logLevel: 'error', ...config, build: { ...options, outDir, emptyOutDir: true } })
  return outDir
}

/** The development build, with the gallery. Built once per run: the first worker builds it, the others wait. */
export async function developmentBuild(): Promise<string> {
  const folder = path.join(services().folder, 'development')
  if (claimFile(`${folder}-taken`)) {
    const built = await buildDashboard({ define: { 'import.meta.env.DEV': 'true' } })
    fs.cpSync(built, `${folder}-part`, { recursive: true })
    fs.rmSync(built, { recursive: true })
    fs.renameSync(`${folder}-part`, folder)
  }
  await expect.poll(() => fs.existsSync(folder), { timeout: 60_000 }).toBe(true)
  return folder
}

/** Serves that build to the page, with the headers and policy of the service. */
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
