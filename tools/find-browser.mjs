// Finds Chromium for the tests: configured, installed, or installable. Fails otherwise; never skips silently.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
// The headless shell draws no windows or toolbars, which saves a fifth of the suite's time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'msedge',
]
const paths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
    const folder = process.env[variable]
    return folder
      ? [
          path.join(folder, 'Google/Chrome/Application/chrome.exe'),
          path.join(folder, 'Microsoft/Edge/Application/msedge.exe'),
        ]
      : []
  }),
]

const isRoot = process.getuid?.() === 0
const exists = (file) => Boolean(file) && fs.existsSync(file)

function onPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const files = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [...files, ...paths].find(exists)
}

async function playwrightBrowser() {
  // Each run of Vitest reads this module, and Playwright takes a third of a second to load.
  const { chromium } = await import('playwright')
  const file = chromium.executablePath()
  return exists(file) ? file : undefined
}

function runSilently(command, args) {
  process.stderr.write(`No browser found: ${command} ${args.join(' ')} …\n`)
  return spawnSync(command, args, { cwd: root, stdio: 'ignore', timeout: 300_000 }).status === 0
}

const installBrowser = () =>
  runSilently(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'])
    ? playwrightBrowser()
    : undefined

function installFromDistribution() {
  if (process.platform !== 'linux' || !isRoot || !exists('/usr/bin/apt-get')) return undefined
  runSilently('apt-get', ['update'])
  runSilently('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'])
  return onPath()
}

/** Not in package.json: 66 MB that only a machine without another browser needs. */
async function installFromRegistry() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  runSilently('npm', [
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    '@sparticuz/chromium@147.0.0',
  ])
  // Not a literal, which the bundler of vite.config.ts would look for.
  const name = '@sparticuz/chromium'
  const module = await import(name).catch(() => undefined)
  return module?.default.executablePath()
}

/** Resolves with the path of a browser that is there already, or undefined. */
export async function findInstalledBrowser() {
  const configured = process.env.E2E_BROWSER
  if (configured && !exists(configured))
    throw new Error(`E2E_BROWSER does not exist: ${configured}`)
  return configured || (await playwrightBrowser()) || onPath()
}

/** Returns the path of a browser, installing one if needed; the error says what to do. */
export async function findBrowser() {
  const file =
    (await findInstalledBrowser()) ||
    (await installBrowser()) ||
    installFromDistribution() ||
    (await installFromRegistry())
  if (file) return file
  throw new Error(
    'The browser tests require Chromium; none was found or could be installed. ' +
      'Install one (on Debian: apt-get install chromium) or set E2E_BROWSER to its path.',
  )
}

/** The sandbox does not start as root, nor in a container without user namespaces (E2E_SANDBOX=off). */
export const launchOptions = (executablePath) => ({
  executablePath,
  chromiumSandbox: !isRoot && process.env.E2E_SANDBOX !== 'off',
  args: [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
})
