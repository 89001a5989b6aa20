import fs from 'node:fs'
import path from 'node:path'

export interface Workspace {
  readonly workspace_id: string
  readonly name: string
  readonly key: string
}

/** How many tests one run may have: each takes a workspace of its own and never gives it back. */
export const WORKSPACES = 220

/** The address of the service that all pages share. */
export const serviceUrl = () => process.env['E2E_URL'] ?? ''

/** Where tests make what they need: another one when the pages' service knows the public document only. */
export const arrangeUrl = () => process.env['E2E_ARRANGE_URL'] ?? ''

/** The pages' service has the public document alone (`E2E_PROFILE=public`). */
export const isPlain = () => serviceUrl() !== arrangeUrl()

/** A workspace nobody else has, with an admin key. Claimed by making a file, as the workers share nothing else. */
export function takeWorkspace(): Workspace {
  const folder = process.env['E2E_FOLDER'] ?? ''
  // Written before the tests, from the command line's own answer.
  const all = JSON.parse(
    fs.readFileSync(path.join(folder, 'workspaces.json'), 'utf8'),
  ) as Workspace[]
  const free = all.find(({ workspace_id }) => claim(path.join(folder, `taken-${workspace_id}`)))
  if (!free) throw new Error(`More than ${WORKSPACES} tests: raise WORKSPACES in e2e/service.ts.`)
  return free
}

/** Whether this worker is the first to make that file. */
export function claim(file: string): boolean {
  try {
    fs.closeSync(fs.openSync(file, 'wx'))
    return true
  } catch {
    return false
  }
}
