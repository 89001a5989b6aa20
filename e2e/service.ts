import fs from 'node:fs'
import path from 'node:path'

export interface Workspace {
  readonly workspace_id: string
  readonly name: string
  readonly key: string
}

/** The number of tests in one run: each claims a workspace and never returns it. */
export const WORKSPACES = 900

/** The URL of the service that all pages share. */
export const serviceUrl = () => process.env['E2E_URL'] ?? ''

/** The service through which tests arrange data; a separate one in the public profile. */
export const arrangeUrl = () => process.env['E2E_ARRANGE_URL'] ?? ''

/** The pages use a service of the public document only (`E2E_PROFILE=public`). */
export const isPublicProfile = () => serviceUrl() !== arrangeUrl()

/** A database with all workspaces that no service has opened, for those that a test may stop. */
export const databaseTemplate = (folder = process.env['E2E_FOLDER'] ?? '') =>
  path.join(folder, 'template')

/** Claims an unused workspace with an admin key. Workers share only the file system, so a claim is a file. */
export function claimWorkspace(): Workspace {
  const folder = process.env['E2E_FOLDER'] ?? ''
  // Written by global-setup.ts.
  const all = JSON.parse(
    fs.readFileSync(path.join(folder, 'workspaces.json'), 'utf8'),
  ) as Workspace[]
  const free = all.find(({ workspace_id }) => claimFile(path.join(folder, `taken-${workspace_id}`)))
  if (!free) throw new Error(`More than ${WORKSPACES} tests: raise WORKSPACES in e2e/service.ts.`)
  return free
}

/** Whether this worker is the first to create the file. */
export function claimFile(file: string): boolean {
  try {
    fs.closeSync(fs.openSync(file, 'wx'))
    return true
  } catch {
    return false
  }
}
