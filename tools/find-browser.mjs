// A Chromium to test with, wherever this runs: what is set, what is there, what can be installed. Never a silent skip.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'

const root = path.resolve(import.meta.dirname, '..')
// The first has no windows and toolbars to draw: the suite takes a fifth less time with it.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'msedge',
]
const places = [
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
  return [...files, ...places].find(exists)
}

const ownBrowser = () => {
  const file = chromium.executablePath()
  return exists(file) ? file : undefined
}

function quietly(command, args) {
  process.stderr.write(`No browser yet: ${command} ${args.join(' ')} …\n`)
  return spawnSync(command, args, { cwd: root, stdio: 'ignore', timeout: 300_000 }).status === 0
}

const installed = () =>
  quietly(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'])
    ? ownBrowser()
    : undefined

function fromDistribution() {
  if (process.platform !== 'linux' || !isRoot || !exists('/usr/bin/apt-get')) return undefined
  quietly('apt-get', ['update'])
  quietly('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'])
  return onPath()
}

/** Kept out of package.json: 66 MB that only a machine without any other browser needs. */
async function fromRegistry() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  quietly('npm', ['install', '--no-save', '--no-audit', '--no-fund', '@sparticuz/chromium@147.0.0'])
  const found = await import('@sparticuz/chromium').catch(() => undefined)
  return found?.default.executablePath()
}

/** The path of a browser, installing one when there is none; throws a sentence that says what to do. */
export async function findBrowser() {
  const given = process.env.E2E_BROWSER
  if (given && !exists(given)) throw new Error(`E2E_BROWSER names ${given}, which does not exist.`)
  const file =
    given || ownBrowser() || onPath() || installed() || fromDistribution() || (await fromRegistry())
  if (file) return file
  throw new Error(
    'The browser tests need Chromium and none could be found or installed. ' +
      'Install one (on Debian: apt-get install chromium) or set E2E_BROWSER to its path.',
  )
}

/** As root the sandbox cannot start; a container without user namespaces may say E2E_SANDBOX=off. */
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
