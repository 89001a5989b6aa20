import path from 'node:path'
import { type Plugin, runnerImport } from 'vite'

import type * as Openapi from '#contract/openapi.ts'

const root = path.resolve(import.meta.dirname, '..')
const contract = path.join(root, 'src/contract/openapi.ts')
const stub = 'src/web/developers/reference/public-document.ts'

/**
 * Replaces the stub of the API reference by the OpenAPI document of the public API, as text: the contract itself, and zod
 * with it, must not get into the dashboard.
 */
export const publicDocument: Plugin = {
  name: 'public-document',
  async load(id) {
    const [file = ''] = id.split('?')
    if (path.relative(root, file).split(path.sep).join('/') !== stub) return null
    const { module, dependencies } = await runnerImport<typeof Openapi>(contract, { root })
    for (const dependency of dependencies) this.addWatchFile(path.resolve(root, dependency))
    const text = JSON.stringify(module.publicOpenapi('/v1', '1'))
    return `export const publicDocument = ${JSON.stringify(text)}`
  },
}
