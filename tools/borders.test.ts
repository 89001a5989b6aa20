import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { isTest, readFiles } from './import-graph.ts'

// Violations are planted in a copy of the project with the real configuration.
const root = path.resolve(import.meta.dirname, '..')
const project = fs.mkdtempSync(path.join(os.tmpdir(), 'borders-'))
afterAll(() => fs.rmSync(project, { recursive: true }))

const valueImport = (from: string) => `import { x } from '${from}'\nexport const y = x\n`
const typeImport = (from: string) => `import type { X } from '${from}'\nexport type Y = X\n`

/** File, forbidden import, and part of the linter's message. */
const violations: [file: string, from: string, message: string][] = [
  ['contract/tasks/planted.ts', '#client/api-client.ts', 'no other tier'],
  ['contract/tasks/planted.rules.ts', 'zod', 'no packages'],
  ['contract/tasks/planted-row.rules.ts', './cards.ts', 'only types from endpoint'],
  ['client/planted.ts', '#contract/tasks/cards.ts', 'zod-free files'],
  ['client/planted-up.ts', '#web/paths.ts', 'imports only the contract'],
  ['client/planted-package.ts', 'papaparse', 'imports no package'],
  ['client/importers/contacts/planted.ts', '#client/api-client.ts', 'Importers are pure'],
  ['client/importers/core/planted.ts', '#client/importers/formats/csv.ts', 'imports no format'],
  ['client/importers/formats/planted.ts', '#client/importers/trello/board-plan.ts', 'core only'],
  ['client/importers/trello/planted.ts', '#client/importers/contacts/x.ts', 'each other'],
  ['service/planted.ts', '#web/paths.ts', 'and no other tier'],
  ['service/planted-zod.ts', 'zod', 'only config.ts imports zod'],
  ['service/http/planted.ts', 'kysely', 'SQL belongs in'],
  ['service/http/policy/planted.ts', 'kysely', 'SQL belongs in'],
  ['service/http/planted-jobs.ts', '#service/jobs/job-scheduler.ts', 'start background work'],
  ['service/db/planted.ts', '#service/tasks/cards.ts', 'imports no domain'],
  ['service/db/driver/planted.ts', '#service/tasks/cards.ts', 'imports no domain'],
  ['service/email/contacts/planted.ts', '#client/csv-text.ts', 'and no other tier'],
  ['service/email/contact-files/planted.ts', '#client/api-client.ts', 'importers and CSV texts'],
  ['service/tasks/planted.ts', 'kysely', 'SQL belongs in'],
  ['service/tasks/planted-http.ts', 'node:http', 'do not import HTTP'],
  ['service/tasks/planted-domain.ts', '#service/email/lists/lists.ts', 'each other'],
  ['service/email/lists/planted.ts', '#service/tasks/cards.ts', 'each other'],
  ['service/feedback/posts/planted.ts', '#service/email/lists/lists.ts', 'each other'],
  ['service/developers/planted.ts', '#service/tasks/cards.ts', 'each other'],
  ['service/tasks/planted-outbox.ts', '#service/outbox/outbox.ts', 'emit events'],
  ['service/tasks/planted.store.ts', '#service/refusal.ts', 'verbs refuse'],
  ['service/feedback/posts/planted.store.ts', '#service/refusal.ts', 'verbs refuse'],
  ['service/tasks/planted.rules.ts', './cards.store.ts', 'the refusal and other rules'],
  ['service/email/lists/planted.rules.ts', 'node:fs', 'Rules are pure'],
  ['service/tasks/planted-net.rules.ts', 'node:net', 'only what computes with addresses'],
  ['service/outbox/planted.ts', '#service/tasks/cards.ts', 'imports only the database'],
  ['service/outbox/planted-outgoing.ts', '#service/outgoing/request.ts', 'only the database'],
  ['service/outgoing/planted.ts', '#service/db/db.ts', 'imports only Node'],
  ['service/outgoing/planted-package.ts', 'kysely', 'imports only Node'],
  ['service/outgoing/planted-domain.ts', '#service/tasks/cards.ts', 'imports only Node'],
  ['service/db/planted-outgoing.ts', '#service/outgoing/request.ts', 'imports no domain'],
  ['service/webhooks/planted.ts', 'kysely', 'SQL belongs in'],
  ['service/webhooks/planted-net.ts', 'node:https', 'made by #service/outgoing'],
  ['service/webhooks/planted-domain.ts', '#service/tasks/cards.ts', 'know events and no domain'],
  ['service/webhooks/planted.store.ts', '#service/refusal.ts', 'verbs refuse'],
  ['service/claims/planted.ts', '#service/webhooks/deliver.ts', 'know no kind of work'],
  ['service/tasks/planted-webhooks.ts', '#service/webhooks/deliver.ts', 'neither deliver'],
  ['service/jobs/planted.ts', 'kysely', 'SQL belongs in'],
  ['service/planted-example.ts', '#example/example.ts', 'import the example'],
  ['service/tasks/planted-example.ts', '#example/example.ts', 'import the example'],
  ['service/tasks/planted-example.rules.ts', '#example/sizes.rules.ts', 'import the example'],
  ['example/planted.ts', '#client/api-client.ts', 'only importers'],
  ['example/planted-verb.ts', '#service/tasks/cards.ts', 'only the database'],
  ['example/planted-web.ts', '#web/paths.ts', 'contract, importers and service'],
  ['web/external-store.ts', '#web/paths.ts', 'imports only React'],
  ['web/planted.ts', 'zod', 'never the service'],
  ['web/main.tsx', '#web/tasks/boards/boards-page.tsx', 'main imports the app'],
  ['web/app/planted.tsx', '#contract/tasks/cards.ts', 'zod-free files'],
  ['web/app/planted-service.tsx', '#service/config.ts', 'never the service'],
  ['web/shell/command-palette/planted-app.tsx', '#web/app/router.tsx', 'imports the shell'],
  ['web/overview/planted.tsx', '#web/shell/sidebar.tsx', 'import the overview'],
  ['web/connections/planted.tsx', '#web/overview/overview-page.tsx', 'neither overview'],
  ['web/gallery/planted.tsx', '#web/app/router.tsx', 'imports the gallery'],
  ['web/tasks/board/planted.tsx', '#web/email/campaigns/campaigns.data.ts', 'each other'],
  ['web/email/campaigns/planted.tsx', '#web/tasks/card-changes/move-card.data.ts', 'each other'],
  ['web/email/campaigns/planted-order.tsx', '#web/email/report/report.data.ts', 'in one order'],
  ['web/email/report/planted.tsx', '#web/tasks/card-changes/move-card.data.ts', 'each other'],
  ['web/feedback/posts/planted.tsx', '#web/feedback/changelog/changelog.data.ts', 'in one order'],
  ['web/feedback/subscribers/planted.tsx', '#web/app/router.tsx', 'not the reverse'],
  ['web/developers/events/planted.tsx', '#web/tasks/card-changes/move-card.data.ts', 'each other'],
  ['web/developers/keys/planted.tsx', '#web/developers/webhooks/webhooks.data.ts', 'each other'],
  [
    'web/developers/signature-check/planted.tsx',
    '#web/developers/webhooks/webhooks.data.ts',
    'each other',
  ],
  [
    'web/developers/webhooks/planted-check.tsx',
    '#web/developers/events/events.rules.ts',
    'each other',
  ],
  ['web/developers/reference/planted.tsx', '#web/developers/events/events.rules.ts', 'each other'],
  ['web/developers/audit/planted.tsx', '#web/developers/webhooks/webhooks.data.ts', 'each other'],
  ['web/developers/audit/planted-keys.tsx', '#web/developers/keys/keys.data.ts', 'each other'],
  [
    'web/developers/reference/planted.tsx',
    '#web/developers/webhooks/webhooks.data.ts',
    'each other',
  ],
  ['web/developers/webhooks/planted.tsx', '#web/email/lists/lists.data.ts', 'each other'],
  ['web/developers/webhooks/planted-app.tsx', '#web/app/router.tsx', 'not the reverse'],
  ['web/developers/webhooks/planted-client.ts', '#client/api-client.ts', 'Only the session'],
  ['web/tasks/boards/planted.tsx', '#web/tasks/card-changes/move-card.data.ts', 'in one order'],
  ['web/tasks/cards/planted.tsx', '#web/tasks/board-state/board-layout.ts', 'in one order'],
  ['web/tasks/board-state/planted.tsx', '#web/tasks/drag/drop-target.ts', 'in one order'],
  ['web/tasks/board-settings/planted.tsx', '#web/tasks/drag/drop-target.ts', 'in one order'],
  ['web/tasks/toolbar/planted.tsx', '#web/tasks/board/card-tile.tsx', 'in one order'],
  ['web/tasks/drag/planted.tsx', '#web/tasks/board/board-dnd.tsx', 'in one order'],
  ['web/tasks/board/planted-app.tsx', '#web/app/router.tsx', 'not the reverse'],
  ['web/tasks/board/planted-client.ts', '#client/api-client.ts', 'Only the session'],
  ['web/tasks/drag/planted-dnd.tsx', '@dnd-kit/core', 'board-dnd.tsx'],
  ['web/tasks/calendar-view/planted-dnd.tsx', '@dnd-kit/core', 'board-dnd.tsx'],
  [
    'web/tasks/table-view/planted.tsx',
    '#web/tasks/calendar-view/calendar.rules.ts',
    'in one order',
  ],
  ['web/tasks/calendar-view/planted.tsx', '#web/tasks/board/board-view.tsx', 'in one order'],
  ['web/session/mutations/planted.ts', '#web/ui/button.tsx', 'no page'],
  ['web/query/planted.ts', '#web/session/session.ts', 'only the client'],
  ['web/ui/planted.tsx', '#web/query/query-client.ts', 'never data'],
  ['web/messages/en/planted.ts', '#web/paths.ts', 'import nothing'],
  ['cli/planted.ts', '#service/db/db.ts', 'only in-process-service'],
  ['cli/planted-row.ts', '#contract/tasks/cards.ts', 'zod-free files'],
  ['cli/planted-example.ts', '#example/example.ts', 'only rules'],
  ['contract/tasks/planted-example.ts', '#example/example.ts', 'no other tier'],
  ['client/planted-example.ts', '#example/example.ts', 'imports only the contract'],
  ['web/tasks/cards/planted-example.ts', '#example/example.ts', 'never the service'],
]

const allowed: [file: string, text: string][] = [
  ['service/tasks/fine.ts', valueImport('./cards.store.ts')],
  ['service/email/lists/fine.ts', valueImport('#service/email/contacts/contacts.rules.ts')],
  ['web/tasks/drag/fine.ts', valueImport('#web/tasks/card-changes/move-card.data.ts')],
  ['service/tasks/fine.store.ts', valueImport('kysely')],
  ['service/tasks/fine.rules.ts', "import { isIP } from 'node:net'\nexport const y = isIP\n"],
  ['service/outgoing/fine.ts', valueImport('node:https')],
  ['web/tasks/cards/fine.ts', typeImport('#contract/tasks/cards.ts')],
  ['web/tasks/cards/fine-rule.ts', valueImport('#contract/tasks/cards.rules.ts')],
  ['web/tasks/board/board-dnd.tsx', valueImport('@dnd-kit/core')],
  ['client/fine.ts', valueImport('eventsource-parser')],
  ['cli/fine.ts', valueImport('#service/in-process-service.ts')],
  ['cli/fine-example.ts', valueImport('#example/sizes.rules.ts')],
  ['service/first-start.ts', valueImport('#example/example.ts')],
  ['example/fine.ts', valueImport('#service/db/db.ts')],
  ['example/fine.store.ts', valueImport('kysely')],
]

const longFile = Array.from({ length: 351 }, (_, line) => `export const a${line} = 1\n`).join('')

/** Forbidden code and the rule that reports it. */
const forbiddenCode: [file: string, text: string, rule: string][] = [
  [
    'web/tasks/cards/sink.tsx',
    'export const A = () => <p dangerouslySetInnerHTML={{ __html: "" }} />',
    'no-danger',
  ],
  [
    'web/tasks/cards/sink.ts',
    'export const a = (b: Element) => { b.innerHTML = "" }',
    'no-restricted-properties',
  ],
  ['service/tasks/default.ts', 'export default 1', 'no-default-export'],
  ['service/tasks/any.ts', 'export const a = (b: any) => b', 'no-explicit-any'],
  ['service/tasks/console.ts', 'export const a = () => console.log(1)', 'no-console'],
  ['service/tasks/long.ts', longFile, 'max-lines'],
  [
    'service/tasks/cycle-a.ts',
    "import { b } from '#service/tasks/cycle-b.ts'\nexport const a = () => b",
    'no-cycle',
  ],
  ['service/tasks/barrel.ts', "export * from './promise.ts'", 'no-barrel-file'],
  [
    'service/tasks/promise.ts',
    'export function a() { Promise.resolve(1) }',
    'no-floating-promises',
  ],
  ['example/promise.ts', 'export function a() { Promise.resolve(1) }', 'no-floating-promises'],
]

/** Rejected by the compiler: files and globals of another tier. */
const tierViolations: [file: string, text: string, error: string][] = [
  ['contract/globals.ts', 'export const a = document', 'TS2584'],
  ['contract/tier.ts', valueImport('#client/target.ts'), 'TS6307'],
  ['client/tier.ts', valueImport('#service/target.ts'), 'TS6307'],
  ['client/globals.ts', 'export const a = process.env', 'TS2591'],
  ['service/tier.ts', valueImport('#web/target.ts'), 'TS6307'],
  ['service/globals.ts', 'export const a = localStorage', 'TS2304'],
  ['example/tier.ts', valueImport('#cli/target.ts'), 'TS6307'],
  ['example/globals.ts', 'export const a = localStorage', 'TS2304'],
  ['web/tier.ts', valueImport('#service/target.ts'), 'TS6307'],
  ['cli/tier.ts', valueImport('#web/target.ts'), 'TS6307'],
]

const write = (file: string, text: string) => {
  fs.mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
  fs.writeFileSync(path.join(project, file), text)
}
const run = (tool: string, ...args: string[]) =>
  spawnSync(process.execPath, [path.join(root, 'node_modules', tool), ...args], {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 1e8,
  }).stdout

const bordersFile = '.oxlintrc.borders.json'
spawnSync(process.execPath, [path.join(root, 'tools/write-borders.mjs')])

function createProject() {
  for (const file of ['.oxlintrc.json', bordersFile, 'package.json'])
    fs.copyFileSync(path.join(root, file), path.join(project, file))
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'), 'dir')
  const configs = ['', 'src/contract/', 'src/client/', 'src/service/', 'src/web/', 'src/cli/']
  for (const folder of configs) {
    const text = fs.readFileSync(path.join(root, `${folder}tsconfig.json`), 'utf8')
    // Build info stays in the copy: node_modules is shared with the real project.
    write(
      `${folder}tsconfig.json`,
      text
        .replaceAll('node_modules/.cache', '.cache')
        .replace(/,\s*{ "path": "tsconfig.test.json" }/, ''),
    )
    if (folder) write(`${folder}target.ts`, 'export const x = 1\n')
  }
  fs.copyFileSync(path.join(root, 'tsconfig.base.json'), path.join(project, 'tsconfig.base.json'))
}

createProject()
for (const [file, text] of tierViolations) write(`src/${file}`, text)
const compiled = run('typescript/bin/tsc', '-b', '--pretty', 'false')

for (const [file, from] of violations) write(`src/${file}`, valueImport(from))
for (const [file, text] of [...allowed, ...forbiddenCode]) write(`src/${file}`, text)
write(
  'src/service/tasks/cycle-b.ts',
  "import { a } from './cycle-a.ts'\nexport const b = () => a\n",
)
write('src/web/tasks/cards/planted-parent.ts', valueImport('../paths.ts'))
write('src/service/planted-child.ts', valueImport('./db/db.ts'))

interface Finding {
  filename: string
  code: string
  help?: string
}
// The output is the linter's JSON.
const { diagnostics } = JSON.parse(
  run('oxlint/bin/oxlint', '--type-aware', '-f', 'json', 'src'),
) as {
  diagnostics: Finding[]
}
const findings = (file: string) =>
  diagnostics
    .filter((finding) => finding.filename.replaceAll('\\', '/').endsWith(`src/${file}`))
    .map((finding) => `${finding.code} ${finding.help ?? ''}`)

// The linter's JSON, of which this test knows one property.
const { overrides } = JSON.parse(fs.readFileSync(path.join(root, bordersFile), 'utf8')) as {
  overrides: { files: string[] }[]
}
const borders = overrides.flatMap(({ files }) => files)
const hasBorders = (folder: string) =>
  borders.some((pattern) => {
    const [parent = '', isDeep] = pattern.replace(/\*\.(ts|\{ts,tsx\})$/, '').split('**/')
    return isDeep === '' ? `${folder}/`.startsWith(parent) : parent === `${folder}/`
  })

test('every folder of src has borders', () => {
  const files = [...readFiles('src').keys()].filter((file) => !isTest(file))
  const folders = new Set(files.map((file) => path.dirname(file)))
  expect([...folders].filter((folder) => !hasBorders(folder))).toEqual([])
  expect(hasBorders('src/web/tasks/planted')).toBe(false)
})

test('the tree of ARCHITECTURE.md has every folder of src', () => {
  const [, tree = ''] =
    /^src\/$(.*?)^```$/ms.exec(fs.readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')) ?? []
  const names = new Set([...tree.matchAll(/([\w-]+)\//g)].map(([, name]) => name))
  const folders = [...readFiles('src').keys()].map((file) => path.dirname(file))
  const unlisted = folders.filter((folder) => !names.has(path.basename(folder)))
  expect([...new Set(unlisted)]).toEqual([])
})

test('every folder with borders exists', () => {
  const folders = borders.map((pattern) => pattern.replace(/\/[^/]*[*{].*$/, ''))
  expect(folders.filter((folder) => !fs.existsSync(path.join(root, folder)))).toEqual([])
})

test('the linter fails where the borders are missing', () => {
  fs.renameSync(path.join(project, bordersFile), path.join(project, 'moved.json'))
  expect(run('oxlint/bin/oxlint', 'src/cli')).toContain(bordersFile)
})

test.each(violations)('%s may not import %s', (file, _from, message) => {
  expect(findings(file).join('\n')).toContain(message)
})

test('an import across folders names its tier', () => {
  expect(findings('web/tasks/cards/planted-parent.ts').join('\n')).toContain('never ../')
  expect(findings('service/planted-child.ts').join('\n')).toContain('never ../')
})

test.each(allowed)('%s may import what it does', (file) => {
  expect(findings(file)).toEqual([])
})

test.each(forbiddenCode)('the linter rejects %s', (file, _text, rule) => {
  expect(findings(file).join('\n')).toContain(rule)
})

test.each(tierViolations)('%s does not compile', (file, _text, error) => {
  expect(compiled).toMatch(new RegExp(`${file}\\(.*${error}`))
})
