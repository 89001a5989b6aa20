// Writes `.oxlintrc.borders.json` from `tools/borders.mjs`. `.oxlintrc.json` extends that file, so that the linter fails
// where it is missing instead of checking no border. Every command that lints writes it first.
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

import {
  developersPages,
  dragFiles,
  features,
  importerLayers,
  serviceLayers,
  tiers,
  webLayers,
} from './borders.mjs'

const file = path.resolve(import.meta.dirname, '../.oxlintrc.borders.json')

// Patterns are Rust regexes, without look-around, or groups as in a .gitignore.
const regex = (pattern, message, more = {}) => ({ regex: pattern, message, ...more })
const group = (patterns, message, more = {}) => ({ group: patterns, message, ...more })
const onlyTypes = { allowTypeImports: true }
const anyOf = (names) => `(${names.join('|')})`
const except = (folder, names) => [`${folder}/**`, ...names.map((name) => `!${folder}/${name}`)]

const acrossFolders = regex(
  String.raw`^\.\./|^\./.+/`,
  'Import ./file inside a folder and #tier/… across folders, never ../.',
)
const tests = ['**/*.test.{ts,tsx}', '**/test-*.{ts,tsx}']

/** Of two overrides that match a file only the later one applies. */
const override = (files, patterns, excludeFiles = []) => ({
  files: [files].flat(),
  excludeFiles: [...excludeFiles, ...tests],
  rules: { 'no-restricted-imports': ['error', { patterns: [acrossFolders, ...patterns] }] },
})

const tiersExcept = (...own) => `^#${anyOf(tiers.filter((tier) => !own.includes(tier)))}/`

/** The folders that a folder may not import by its place in the order. */
function forbiddenFolders(layers, { folder, forbidLower = [] }) {
  const index = layers.findIndex((layer) => layer.some((row) => row.folder === folder))
  const others = layers.slice(index).flat()
  return [...others.map((row) => row.folder).filter((name) => name !== folder), ...forbidLower]
}

const zodFreeFiles = ['request-line.ts', 'errors.ts', 'capabilities.ts']
const zodFreePaths = ['**/*.rules.ts', ...zodFreeFiles]
const contractTypes = (message) => group(except('#contract', zodFreePaths), message, onlyTypes)
const outsideService = contractTypes(
  'Outside the service, import only types and zod-free files from the contract.',
)

function contractBorders() {
  const zodFree = [
    'src/contract/**/*.rules.ts',
    `src/contract/{${zodFreeFiles.map((name) => name.replace('.ts', '')).join(',')}}.ts`,
  ]
  const noTier = regex(`${tiersExcept('contract')}|^node:`, 'The contract imports no other tier.')
  const local = ['./**', ...['*.rules.ts', ...zodFreeFiles].map((name) => `!./${name}`)]
  return [
    override(
      'src/contract/**/*.ts',
      [
        noTier,
        regex(
          '^(kysely|pg$|react|@tanstack|@electric)',
          'The contract imports no package except zod.',
        ),
      ],
      zodFree,
    ),
    override(zodFree, [
      noTier,
      regex('^[a-z@]', 'The browser loads this file: no packages.'),
      group(
        [...except('#contract', zodFreePaths), ...local],
        'The browser loads this file: only types from endpoint definitions.',
        onlyTypes,
      ),
    ]),
  ]
}

function clientBorders() {
  const common = [
    regex(
      `${tiersExcept('contract', 'client')}|^node:|^react`,
      'The client imports only the contract: browser, command line and tests share it.',
    ),
    outsideService,
  ]
  return [
    override('src/client/*.ts', [
      ...common,
      regex('^#client/importers/', 'The client imports no importer.'),
      // Every package but one, without look-around.
      regex('^[a-df-z@]|^e[^v]', 'The client imports no package except eventsource-parser.'),
    ]),
    ...importerLayers.flat().map((row) => {
      const requests = ['api-client', 'paginate', 'event-stream']
      const impure = requests.filter((name) => !row.allow?.includes(name))
      const folders = forbiddenFolders(importerLayers, row)
      return override(`src/client/importers/${row.folder}/*.ts`, [
        ...common,
        regex(`^zod|^#client/${anyOf(impure)}`, 'Importers are pure: a file in, requests out.'),
        regex(`^#client/importers/${anyOf(folders)}/`, row.message),
      ])
    }),
  ]
}

const serviceTier = 'The service imports the contract and no other tier.'
const noExample = regex(
  '^#example/',
  'Only first-start.ts and in-process-service.ts import the example.',
)
const noZod = regex(
  '^zod',
  'In the service only config.ts imports zod; endpoint definitions bring their schemas.',
)
const noSql = regex('^kysely|^#service/db/schema', 'SQL belongs in *.store.ts.')
const noOtherTier = regex('^#(client|web|cli)/|^react', serviceTier)
const serviceCommon = [noOtherTier, noExample, noZod]

const httpEntries = '^#service/(http|main|in-process-service)'

function noHttp({ isDomain, connections }) {
  if (connections) return regex(`^node:(http|net|dns)|${httpEntries}`, connections)
  const message = isDomain ? 'Verbs do not import HTTP.' : 'Only http and main know HTTP.'
  return regex(`^node:http|${httpEntries}`, message)
}

const noRefusal = regex('^#service/refusal', 'Stores return data; verbs refuse.')

/** What a folder of the service may not import by its row. */
function serviceOrder(row) {
  const siblings = serviceLayers
    .flat()
    .filter(({ isDomain, folder }) => row.isDomain && isDomain && folder !== row.folder)
    .map(({ folder }) => folder)
  const others = forbiddenFolders(serviceLayers, row).filter((name) => !siblings.includes(name))
  return [
    ...(row.forbid ? [regex(row.forbid, row.message)] : []),
    ...(siblings.length > 0
      ? [regex(`^#service/${anyOf(siblings)}/`, 'Domains do not import each other.')]
      : []),
    regex(`^#service/${anyOf(others)}/`, row.message),
  ]
}

function serviceFolder(row) {
  const files = `src/service/${row.folder}/**/*.ts`
  if (row.only) return [override(files, [regex(row.only, row.message)])]
  // The server is the one that knows HTTP, and its stores read the policies beside them.
  const isServer = row.folder === 'http'
  const http = isServer ? [] : [noHttp(row)]
  const order = serviceOrder(row)
  if (row.hasSql) return [override(files, [...serviceCommon, ...http, ...order])]
  return [
    override(files, [...serviceCommon, noSql, ...http, ...order], ['**/*.store.ts']),
    override(`src/service/${row.folder}/**/*.store.ts`, [
      ...serviceCommon,
      isServer ? regex('^node:http', noRefusal.message) : noHttp(row),
      noRefusal,
      ...order,
      regex('^#service/outgoing/', 'A store makes no connection except to the database.'),
    ]),
  ]
}

function serviceBorders() {
  const email = serviceLayers.flat().find(({ folder }) => folder === 'email')
  return [
    override('src/service/*.ts', serviceCommon, ['src/service/config.ts']),
    override('src/service/{first-start,in-process-service}.ts', [noOtherTier, noZod]),
    override('src/service/config.ts', [
      noOtherTier,
      noExample,
      regex('^#service/', 'config.ts imports nothing of the service.'),
    ]),
    ...serviceLayers.flat().flatMap(serviceFolder),
    // Imports and exports of files run in the service, with the importers of the dashboard.
    override(
      'src/service/email/contact-files/*.ts',
      [
        regex('^#(web|cli)/|^react', serviceTier),
        group(
          except('#client', ['csv-text.ts', 'importers/**']),
          'From the client the files of contacts import only importers and CSV texts.',
        ),
        noExample,
        noZod,
        noSql,
        noHttp(email),
        ...serviceOrder(email),
      ],
      ['**/*.store.ts'],
    ),
    override('src/service/**/*.rules.ts', [
      regex(
        '^(@|kysely|pg$|zod|micromark)|^node:(fs|https?|dns|os|child_process|process|timers|worker)',
        'Rules are pure: no package, file, network or clock.',
      ),
      regex('^node:net$', 'Rules are pure: of node:net only what computes with addresses.', {
        allowImportNames: ['BlockList', 'SocketAddress', 'isIP'],
      }),
      group(
        [...except('#service', ['refusal.ts', '**/*.rules.ts']), './**', '!./*.rules.ts'],
        'Rules import the contract, the refusal and other rules.',
      ),
      noExample,
      regex('^#(client|web|cli)/', serviceTier),
      contractTypes('Rules import only types from endpoint definitions.'),
    ]),
  ]
}

/** It writes rows below the verbs, so it sees the database and what computes words and samples. */
const exampleBorders = () => [
  override('src/example/**/*.ts', [
    regex('^#(web|cli)/|^react', 'The example imports contract, importers and service.'),
    group(
      except('#client', ['importers/**']),
      'From the client the example imports only importers.',
    ),
    group(
      except('#service', [
        'db/**',
        'search-text.rules.ts',
        'feedback/posts/post-words.store.ts',
        'webhooks/event-samples.ts',
      ]),
      'From the service the example imports only the database, search words and samples of events.',
    ),
    noZod,
    regex('^node:http', 'Only http and main know HTTP.'),
  ]),
]

const noService = regex(
  `${tiersExcept('contract', 'client', 'web')}|^(node:|kysely|pg$|@electric-sql/|zod)`,
  'The dashboard imports the contract and the client, never the service.',
)
const noDrag = regex(
  '^@dnd-kit/',
  `Only ${dragFiles.map((name) => path.basename(name)).join(' and ')} import dnd-kit.`,
)
const webCommon = [noService, outsideService, noDrag]
const webFolders = (names) => `^#web/${anyOf(names)}[/.]`
const webDomains = webLayers.flat().filter(({ isDomain }) => isDomain)

/** What no file of a domain may import. */
function domainOrder(row) {
  const others = webDomains.map(({ folder }) => folder).filter((name) => name !== row.folder)
  const above = forbiddenFolders(webLayers, row).filter((name) => !others.includes(name))
  return [
    regex(webFolders(others), 'Domains do not import each other.'),
    regex(webFolders(above), row.message),
    regex('^#client/api-client', 'Only the session creates an API client.', onlyTypes),
  ]
}

function featureOrder(domain, feature) {
  if (domain === 'developers') {
    const { allow, reason } = developersPages[feature]
    const message = `Pages of developers do not import each other; ${reason}.`
    return [group(except('#web/developers', allow), message)]
  }
  const order = features[domain]
  const above = order.slice(order.indexOf(feature) + 1)
  const message = `Features of a domain import in one order: ${order.join(' < ')}.`
  return above.length > 0 ? [regex(`^#web/${domain}/${anyOf(above)}/`, message)] : []
}

function domainBorders(row) {
  const domain = row.folder
  const names = domain === 'developers' ? Object.keys(developersPages) : features[domain]
  return names.flatMap((feature) => {
    const folder = `${domain}/${feature}`
    const order = [...domainOrder(row), ...featureOrder(domain, feature)]
    const dragging = dragFiles.filter((name) => path.dirname(name) === folder)
    return [
      override(`src/web/${folder}/**/*.{ts,tsx}`, [...webCommon, ...order]),
      ...dragging.map((name) => override(`src/web/${name}`, [noService, outsideService, ...order])),
    ]
  })
}

function webBorders() {
  const domains = webDomains.map(({ folder }) => folder)
  const folders = webLayers.flat().filter(({ isDomain, isFile }) => !isDomain && !isFile)
  return [
    override('src/web/*.{ts,tsx}', [
      ...webCommon,
      regex(webFolders(domains), 'main imports the app; the router imports the pages.'),
    ]),
    override('src/web/paths.ts', [
      noService,
      regex(String.raw`^#web/|^\./|^[a-z@]`, 'paths.ts imports nothing.'),
    ]),
    override('src/web/external-store.ts', [
      noService,
      regex(String.raw`^#|^\./`, 'external-store.ts imports only React.'),
    ]),
    override('src/web/messages/**/*.ts', [
      noService,
      // Everything that does not begin with `#web/messages/`.
      regex('^#web/([a-ln-z]|ma)|^#client/|^react', 'Messages import nothing.'),
    ]),
    ...folders.map((row) => {
      const order = regex(webFolders(forbiddenFolders(webLayers, row)), row.message)
      const client = regex(
        '^#client/',
        'UI primitives import only types from the client.',
        onlyTypes,
      )
      const more = row.folder === 'ui' ? [client] : []
      return override(`src/web/${row.folder}/**/*.{ts,tsx}`, [...webCommon, order, ...more])
    }),
    ...webDomains.flatMap(domainBorders),
  ]
}

const commandLineBorders = () => [
  override('src/cli/*.ts', [
    outsideService,
    group(
      except('#service', ['in-process-service.ts']),
      'The command line calls the API; from the service it imports only in-process-service.ts.',
    ),
    group(
      except('#example', ['*.rules.ts']),
      'From the example the command line imports only rules: the rest loads the service.',
    ),
    regex(
      '^(#web/|kysely|pg$|zod|react|@electric-sql/)',
      'The command line imports only the client and Node.',
    ),
  ]),
]

const testBorders = () => [
  {
    files: ['src/**/*.test.{ts,tsx}', 'src/**/test-*.{ts,tsx}'],
    rules: { 'no-restricted-imports': ['error', { patterns: [acrossFolders] }] },
  },
]

/** Writes the file where it differs, so that an editor reads it again only then. */
export function writeBorders() {
  const overrides = [
    ...contractBorders(),
    ...clientBorders(),
    ...exampleBorders(),
    ...serviceBorders(),
    ...webBorders(),
    ...commandLineBorders(),
    ...testBorders(),
  ]
  const text = `${JSON.stringify({ overrides }, undefined, 1)}\n`
  const current = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined
  if (text !== current) fs.writeFileSync(file, text)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeBorders()
