import { test } from '@playwright/test'
import fs from 'node:fs'
import path from 'node:path'

export interface Workspace {
  readonly workspace_id: string
  readonly name: string
  readonly key: string
}

/**
 * The service that a project of Playwright tests: `full` has all endpoints, `public` those of the public API,
 * and `embedded` is `full` on the embedded engine.
 */
export type Profile = 'full' | 'public' | 'embedded'

/** What global-setup.ts started. */
export interface Services {
  readonly folder: string
  readonly urls: Readonly<Record<Profile, string>>
  /** Responds to `GET /full` and `GET /embedded` with a new workspace. */
  readonly workspaces_url: string
  /** The database of `full` and `public`, unless that is the embedded engine. */
  readonly database_url: string | undefined
}

// Workers share the environment of the process that starts them.
const SERVICES = 'E2E_SERVICES'

export const saveServices = (services: Services) => {
  process.env[SERVICES] = JSON.stringify(services)
}

// Written by `saveServices`.
export const services = () => JSON.parse(process.env[SERVICES] ?? '') as Services

// Only these projects exist.
const profile = () => test.info().project.name as Profile

/** The pages use a service of the public API only. */
export const isPublicProfile = () => profile() === 'public'

/** Whether the pages use the embedded engine. */
export const isEmbedded = () => services().database_url === undefined || profile() === 'embedded'

/** The URL of the service that the pages of all tests of a project share. */
export const serviceUrl = () => services().urls[profile()]

/** The URL of the service through which tests arrange data: the public API cannot create all of it. */
export const arrangeUrl = () => services().urls[isPublicProfile() ? 'full' : profile()]

/** A database on the embedded engine with all its workspaces that no service has opened, for those that a test may stop. */
export const databaseTemplate = (folder: string) => path.join(folder, 'template')

/** Creates a workspace with an admin key. */
export async function createWorkspace(): Promise<Workspace> {
  const response = await fetch(`${services().workspaces_url}/${isEmbedded() ? 'embedded' : 'full'}`)
  if (!response.ok) throw new Error(await response.text())
  // Sent by global-setup.ts.
  return (await response.json()) as Workspace
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
