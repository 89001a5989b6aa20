import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

// Every violation is planted in a copy of the project with the real configuration, so nobody else ever sees one.
const root = path.resolve(import.meta.dirname, '..')
const project = fs.mkdtempSync(path.join(os.tmpdir(), 'borders-'))
afterAll(() => fs.rmSync(project, { recursive: true }))

const value = (from: string) => `import { x } from '${from}'\nexport const y = x\n`
const type = (from: string) => `import type { X } from '${from}'\nexport type Y = X\n`

/** Where, what is imported, and the sentence the linter answers with. */
const crossings: [file: string, from: string, sentence: string][] = [
  ['contract/tasks/planted.ts', '#client/api-client.ts', 'knows no tier'],
  ['contract/tasks/planted.rules.ts', 'zod', 'free of packages'],
  ['contract/tasks/planted-row.rules.ts', './cards.ts', 'takes only types from a row'],
  ['client/planted.ts', '#contract/tasks/cards.ts', 'zod-free files'],
  ['client/planted-up.ts', '#web/paths.ts', 'knows the contract only'],
  ['client/planted-package.ts', 'papaparse', 'needs no package'],
  ['client/importers/contacts/planted.ts', '#client/api-client.ts', 'Importers are pure'],
  ['client/importers/core/planted.ts', '#client/importers/formats/csv.ts', 'knows no format'],
  ['client/importers/formats/planted.ts', '#client/importers/trello/board-plan.ts', 'core only'],
  ['client/importers/trello/planted.ts', '#client/importers/contacts/x.ts', 'into another'],
  ['service/planted.ts', '#web/paths.ts', 'no other tier'],
  ['service/planted-zod.ts', 'zod', 'zod is for config.ts'],
  ['service/http/planted.ts', 'kysely', 'SQL lives in'],
  ['service/http/policy/planted.ts', 'kysely', 'SQL lives in'],
  ['service/http/planted-jobs.ts', '#service/jobs/job-scheduler.ts', 'start background work'],
  ['service/db/planted.ts', '#service/tasks/cards.ts', 'knows no domain'],
  ['service/db/driver/planted.ts', '#service/tasks/cards.ts', 'knows no domain'],
  ['service/tasks/planted.ts', 'kysely', 'SQL lives in'],
  ['service/tasks/planted-http.ts', 'node:http', 'do not know HTTP'],
  ['service/tasks/planted-domain.ts', '#service/email/lists/lists.ts', 'reach into another'],
  ['service/email/lists/planted.ts', '#service/tasks/cards.ts', 'reach into another'],
  ['service/feedback/posts/planted.ts', '#service/email/lists/lists.ts', 'reach into another'],
  ['service/developers/planted.ts', '#service/tasks/cards.ts', 'reach into another'],
  ['service/tasks/planted-outbox.ts', '#service/outbox/outbox.ts', 'emits events'],
  ['service/tasks/planted.store.ts', '#service/refusal.ts', 'verbs refuse'],
  ['service/feedback/posts/planted.store.ts', '#service/refusal.ts', 'verbs refuse'],
  ['service/tasks/planted.rules.ts', './cards.store.ts', 'the refusal and other rules'],
  ['service/email/lists/planted.rules.ts', 'node:fs', 'A rule is pure'],
  ['service/outbox/planted.ts', '#service/tasks/cards.ts', 'knows the database only'],
  ['service/jobs/planted.ts', 'kysely', 'SQL lives in'],
  ['service/example/planted.ts', '#client/api-client.ts', 'the importers only'],
  ['web/external-store.ts', '#web/paths.ts', 'depends on React only'],
  ['web/planted.ts', 'zod', 'nothing of the service'],
  ['web/main.tsx', '#web/tasks/boards/boards-page.tsx', 'main starts the app'],
  ['web/app/planted.tsx', '#contract/tasks/cards.ts', 'zod-free files'],
  ['web/app/planted-service.tsx', '#service/config.ts', 'nothing of the service'],
  ['web/shell/jobs/planted.tsx', '#web/app/router.tsx', 'below the app'],
  ['web/overview/planted.tsx', '#web/shell/sidebar.tsx', 'know the overview'],
  ['web/connections/planted.tsx', '#web/overview/overview-page.tsx', 'below overview'],
  ['web/gallery/planted.tsx', '#web/app/router.tsx', 'the app shows the gallery'],
  ['web/tasks/board/planted.tsx', '#web/email/campaigns/campaigns.data.ts', 'into another'],
  ['web/email/campaigns/planted.tsx', '#web/tasks/cards/cards.data.ts', 'into another'],
  ['web/feedback/posts/planted.tsx', '#web/feedback/changelog/changelog.data.ts', 'in one order'],
  ['web/tasks/boards/planted.tsx', '#web/tasks/cards/cards.data.ts', 'in one order'],
  ['web/tasks/cards/planted.tsx', '#web/tasks/board-state/board-layout.ts', 'in one order'],
  ['web/tasks/board-state/planted.tsx', '#web/tasks/drag/drop-target.ts', 'in one order'],
  ['web/tasks/drag/planted.tsx', '#web/tasks/board/board-dnd.tsx', 'in one order'],
  ['web/tasks/board/planted-app.tsx', '#web/app/router.tsx', 'not the other way round'],
  ['web/tasks/board/planted-client.ts', '#client/api-client.ts', 'Only the session'],
  ['web/tasks/drag/planted-dnd.tsx', '@dnd-kit/core', 'board-dnd.tsx'],
  ['web/session/mutations/planted.ts', '#web/ui/button.tsx', 'no page'],
  ['web/query/planted.ts', '#web/session/session.ts', 'the client only'],
  ['web/ui/planted.tsx', '#web/query/query-client.ts', 'nothing of the data'],
  ['web/messages/en/planted.ts', '#web/paths.ts', 'depend on nothing'],
  ['cli/planted.ts', '#service/db/db.ts', 'only door'],
  ['cli/planted-row.ts', '#contract/tasks/cards.ts', 'zod-free files'],
]

const allowed: [file: string, text: string][] = [
  ['service/tasks/fine.ts', value('./cards.store.ts')],
  ['service/email/lists/fine.ts', value('#service/email/contacts/contacts.rules.ts')],
  ['web/tasks/drag/fine.ts', value('#web/tasks/cards/cards.data.ts')],
  ['service/tasks/fine.store.ts', value('kysely')],
  ['web/tasks/cards/fine.ts', type('#contract/tasks/cards.ts')],
  ['web/tasks/cards/fine-rule.ts', value('#contract/tasks/cards.rules.ts')],
  ['web/tasks/board/board-dnd.tsx', value('@dnd-kit/core')],
  ['client/fine.ts', value('eventsource-parser')],
  ['cli/fine.ts', value('#service/in-process-service.ts')],
]

const long = Array.from({ length: 251 }, (_, line) => `export const a${line} = 1\n`).join('')

/** Bad habits that no import shows, and the rule that answers. */
const habits: [file: string, text: string, rule: string][] = [
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
  ['service/tasks/loud.ts', 'export const a = () => console.log(1)', 'no-console'],
  ['service/tasks/long.ts', long, 'max-lines'],
  [
    'service/tasks/round-a.ts',
    "import { b } from '#service/tasks/round-b.ts'\nexport const a = () => b",
    'no-cycle',
  ],
  ['service/tasks/barrel.ts', "export * from './late.ts'", 'no-barrel-file'],
  ['service/tasks/late.ts', 'export function a() { Promise.resolve(1) }', 'no-floating-promises'],
]

/** What the compiler refuses on its own: another tier's files, another tier's globals. */
const tiers: [file: string, text: string, error: string][] = [
  ['contract/globals.ts', 'export const a = document', 'TS2584'],
  ['contract/tier.ts', value('#client/target.ts'), 'TS6307'],
  ['client/tier.ts', value('#service/target.ts'), 'TS6307'],
  ['client/globals.ts', 'export const a = process.env', 'TS2591'],
  ['service/tier.ts', value('#web/target.ts'), 'TS6307'],
  ['service/globals.ts', 'export const a = localStorage', 'TS2304'],
  ['web/tier.ts', value('#service/target.ts'), 'TS6307'],
  ['cli/tier.ts', value('#web/target.ts'), 'TS6307'],
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

function createProject() {
  for (const file of ['.oxlintrc.json', 'package.json'])
    fs.copyFileSync(path.join(root, file), path.join(project, file))
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'), 'dir')
  const configs = ['', 'src/contract/', 'src/client/', 'src/service/', 'src/web/', 'src/cli/']
  for (const folder of configs) {
    const text = fs.readFileSync(path.join(root, `${folder}tsconfig.json`), 'utf8')
    // The compiler's own notes stay in the copy: node_modules is shared with the real project.
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
for (const [file, text] of tiers) write(`src/${file}`, text)
const compiled = run('typescript/bin/tsc', '-b', '--pretty', 'false')

for (const [file, from] of crossings) write(`src/${file}`, value(from))
for (const [file, text] of [...allowed, ...habits]) write(`src/${file}`, text)
write(
  'src/service/tasks/round-b.ts',
  "import { a } from './round-a.ts'\nexport const b = () => a\n",
)
write('src/web/tasks/cards/planted-parent.ts', value('../paths.ts'))
write('src/service/planted-child.ts', value('./db/db.ts'))

interface Finding {
  filename: string
  code: string
  help?: string
}
// The answer is JSON of the linter's own making.
const { diagnostics } = JSON.parse(
  run('oxlint/bin/oxlint', '--type-aware', '-f', 'json', 'src'),
) as {
  diagnostics: Finding[]
}
const findings = (file: string) =>
  diagnostics
    .filter((finding) => finding.filename.replaceAll('\\', '/').endsWith(`src/${file}`))
    .map((finding) => `${finding.code} ${finding.help ?? ''}`)

test.each(crossings)('%s may not import %s', (file, _from, sentence) => {
  expect(findings(file).join('\n')).toContain(sentence)
})

test('no file leaves its folder without naming the tier', () => {
  expect(findings('web/tasks/cards/planted-parent.ts').join('\n')).toContain('never ../')
  expect(findings('service/planted-child.ts').join('\n')).toContain('never ../')
})

test.each(allowed)('%s imports what it may', (file) => {
  expect(findings(file)).toEqual([])
})

test.each(habits)('the linter refuses %s', (file, _text, rule) => {
  expect(findings(file).join('\n')).toContain(rule)
})

test.each(tiers)('%s does not compile', (file, _text, error) => {
  expect(compiled).toMatch(new RegExp(`${file}\\(.*${error}`))
})
