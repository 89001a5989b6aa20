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

/** What global-setup.ts hands to the workers. */
export interface Services {
  readonly folder: string
  /** Responds to `GET /service/<profile>` with the URL of that service and to `GET /workspace/<engine>` with a new workspace. */
  readonly set_up_url: string
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

async function requestFromSetUp(path: string): Promise<string> {
  const response = await fetch(`${services().set_up_url}/${path}`)
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}

const urls = new Map<Profile, string>()

/** Has the services of the project started, which each test waits for. */
export async function findServices(): Promise<void> {
  for (const name of new Set([profile(), arrangeProfile()]))
    if (!urls.has(name)) urls.set(name, await requestFromSetUp(`service/${name}`))
}

function urlOf(name: Profile): string {
  const url = urls.get(name)
  if (url === undefined) throw new Error('A test without a page or a workspace has no service.')
  return url
}

/** The URL of the service that the pages of all tests of a project share. */
export const serviceUrl = () => urlOf(profile())

/** The public API cannot create all data that tests need. */
const arrangeProfile = (): Profile => (isPublicProfile() ? 'full' : profile())

/** The URL of the service through which tests arrange data. */
export const arrangeUrl = () => urlOf(arrangeProfile())

/** A database on the embedded engine with all its workspaces that no service has opened, for those that a test may stop. */
export const databaseTemplate = (folder: string) => path.join(folder, 'template')

/** Creates a workspace with an admin key. */
export async function createWorkspace(): Promise<Workspace> {
  const text = await requestFromSetUp(`workspace/${isEmbedded() ? 'embedded' : 'full'}`)
  return JSON.parse(text) as Workspace // sent by global-setup.ts
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
