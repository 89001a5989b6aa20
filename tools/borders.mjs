// Who may import whom. `tools/write-borders.mjs` turns these tables into overrides of the linter, each with the message that
// is shown when a border is crossed. A new folder is one row here, and `tools/borders.test.ts` names a folder without one.
// Where a row allows or forbids more than its place in the order says, a comment gives the reason.

/** The folders of `src`. */
export const tiers = ['contract', 'client', 'example', 'service', 'web', 'cli']

const domains = ['email', 'tasks', 'feedback', 'developers']

// In each table a folder imports from lower layers, which come first, and from no other folder of its own layer.

export const importerLayers = [
  // It sends the requests that an importer returns, page by page.
  [{ folder: 'core', message: 'core imports no format and no importer.', allow: ['paginate'] }],
  [{ folder: 'formats', message: 'A format imports core only.' }],
  ['contacts', 'campaigns', 'changelog', 'feedback', 'trello'].map((folder) => ({
    folder,
    message: 'Importers do not import each other.',
  })),
]

export const serviceLayers = [
  [{ folder: 'db', message: 'The database layer imports no domain.', hasSql: true }],
  [
    { folder: 'outbox', message: 'The outbox imports only the database.' },
    {
      folder: 'claims',
      message: 'Claims know no kind of work.',
      // What is claimed is a matter of its callers, and so are its types.
      forbid: '^#contract/',
    },
    {
      folder: 'outgoing',
      // Everything that does not begin with `node:` or `./`, without look-around.
      only: '^[#a-mo-z@]|^n[^o]|^no[^d]|^nod[^e]|^node[^:]',
      message: 'The guard of outgoing connections imports only Node.',
    },
  ],
  [
    ...domains.map((folder) => ({
      folder,
      isDomain: true,
      // A verb gets `emit` with its context, so that no event exists without its change.
      forbidLower: ['outbox', 'claims'],
      message: 'Verbs emit events; they neither deliver them nor schedule jobs.',
    })),
    {
      folder: 'webhooks',
      message: 'Webhooks know events and no domain.',
      connections: 'Connections are made by #service/outgoing.',
    },
  ],
  [
    {
      folder: 'http',
      message: 'The HTTP layer does not start background work.',
      // The entries that start it.
      forbid: '^#service/(main|in-process-service)',
    },
    { folder: 'jobs', message: 'Jobs know no HTTP.' },
  ],
]

export const webLayers = [
  [{ folder: 'ui', message: 'UI primitives import messages, never data.' }],
  // Neither draws anything.
  [{ folder: 'query', forbidLower: ['ui'], message: 'query imports only the client.' }],
  [
    {
      folder: 'session',
      forbidLower: ['ui'],
      message: 'The session imports query and client, no page.',
    },
  ],
  [{ folder: 'saved-views', message: 'Saved views belong to any page, and import none.' }],
  domains.map((folder) => ({
    folder,
    isDomain: true,
    message: 'The app imports the domains, not the reverse.',
  })),
  [{ folder: 'connections', message: 'connections imports neither overview, shell nor app.' }],
  [{ folder: 'overview', message: 'The shell and the app import the overview, not the reverse.' }],
  [{ folder: 'shell', message: 'The app imports the shell, not the reverse.' }],
  [{ folder: 'gallery', message: 'The app imports the gallery, not the reverse.' }],
  [{ folder: 'app', message: 'main imports the app, not the reverse.' }],
  // The file main.tsx.
  [{ folder: 'main', isFile: true }],
]

/** The features of the dashboard's domains, each in the order in which they import. */
export const features = {
  email: [
    'lists',
    'contacts',
    'contact-import',
    'segments',
    'tags',
    'campaigns',
    'report',
    'automations',
  ],
  tasks: [
    'boards',
    'cards',
    'card-changes',
    'board-export',
    'board-state',
    'board-settings',
    'drag',
    'toolbar',
    'card-fields',
    'card-dialog',
    'table-view',
    'calendar-view',
    'all-cards',
    'trello-import',
    'board',
  ],
  feedback: ['posts', 'people', 'post', 'inbox', 'feedback-setup', 'changelog', 'subscribers'],
}

const adminAccess = {
  allow: ['keys/admin-access.tsx'],
  reason: 'all may import the check of admin access',
}

/** The pages of developers are apart: each imports only what its row allows, for the reason that the message gives. */
export const developersPages = {
  keys: adminAccess,
  webhooks: { allow: ['keys/**'], reason: 'webhooks show secrets as keys do' },
  'signature-check': adminAccess,
  events: { allow: ['webhooks/webhooks.data.ts'], reason: 'events import the queries of webhooks' },
  audit: adminAccess,
  reference: {
    allow: ['webhooks/delivery-body.rules.ts'],
    reason: 'the reference shows bodies as deliveries do',
  },
}

/** The only files that import dnd-kit, which is loaded with the first drag. */
export const dragFiles = ['tasks/board/board-dnd.tsx', 'tasks/calendar-view/calendar-dnd.tsx']
