import { createBrowserRouter, type MiddlewareFunction, redirect } from 'react-router-dom'

import { sessionOf } from '#web/connections/active-session.ts'
import { keysQuery } from '#web/developers/keys/keys.data.ts'
import { webhookQuery, webhooksQuery } from '#web/developers/webhooks/webhooks.data.ts'
import { automationPages } from '#web/email/automations/automations.data.ts'
import {
  campaignListQueries,
  campaignQueries,
  sentCampaignsQuery,
} from '#web/email/campaigns/campaigns.data.ts'
import { listHeaderQueries, listPages } from '#web/email/lists/lists.data.ts'
import { changelogQueries } from '#web/feedback/changelog/changelog.data.ts'
import { paths } from '#web/paths.ts'
import { endpointQuery } from '#web/query/endpoint-query.ts'
import { activeConnection } from '#web/session/connections.ts'
import { currentSession } from '#web/session/session.ts'
import { lazyPage, pageRoute } from '#web/shell/page-route.ts'
import { RootLayout } from '#web/shell/root-layout.tsx'
import { boardQuery, boardsQuery } from '#web/tasks/boards/boards.data.ts'
import { cardQuery, firstCardsQuery } from '#web/tasks/cards/card-queries.data.ts'
import { lazyChunk } from '#web/ui/lazy-chunk.tsx'
import { ErrorPage } from './error-page.tsx'

// Without this `context` is `any`, and a typo in it compiles.
declare module 'react-router' {
  interface Future {
    v8_middleware: true
  }
}

const workspaceLink = lazyChunk(() => import('#web/connections/workspace-link.ts'))
const contactsData = () => import('#web/email/contacts/contacts.data.ts')
const signIn = lazyPage(() => import('#web/connections/sign-in-page.tsx'))

/** Provides the session of this tab's connection, or redirects to sign-in and back. */
const requireSession: MiddlewareFunction = async ({ context, request }) => {
  if (request.url.includes('ws=') && new URL(request.url).searchParams.has('ws')) {
    throw (await workspaceLink.load()).followWorkspaceLink(new URL(request.url))
  }
  const connection = activeConnection()
  if (!connection) {
    const { pathname, search, hash } = new URL(request.url)
    throw redirect(paths.signIn(pathname + search + hash))
  }
  context.set(currentSession, sessionOf(connection))
}

// Functions: a router loads the lazy parts of a route object once, and another router would not get them.
const createGallery = () => ({
  path: '_gallery',
  lazy: { Component: async () => (await import('#web/gallery/gallery-page.tsx')).Component },
  HydrateFallback: () => null,
})

const createGalleryInShell = () => ({
  path: '_gallery',
  handle: { name: 'gallery' },
  children: [
    {
      path: 'jobs',
      lazy: { Component: async () => (await import('#web/gallery/gallery-jobs.tsx')).Component },
    },
    {
      path: 'waits',
      lazy: { Component: async () => (await import('#web/gallery/gallery-delayed.tsx')).Component },
    },
  ],
})

// The page itself opens the contact over its table.
const openContact = [
  { path: 'contacts/new', element: null },
  { path: 'contacts/:contact_id', element: null },
]

// The page itself opens the item beside its list.
const besideList = (path: string) => [
  { path: 'new', element: null },
  { path, element: null },
]

/** The pages of the dashboard at the address of the window. */
export const createRouter = () =>
  createBrowserRouter(
    [
      {
        path: 'sign-in',
        loader: async () => (await signIn.chunk.load(), null),
        Component: signIn.Component,
        HydrateFallback: () => null,
        ErrorBoundary: ErrorPage,
      },
      ...(import.meta.env.DEV ? [createGallery()] : []),
      {
        id: 'root',
        middleware: [requireSession],
        loader: ({ context }) => context.get(currentSession),
        shouldRevalidate: () => true,
        Component: RootLayout,
        ErrorBoundary: ErrorPage,
        HydrateFallback: () => null,
        children: [
          {
            ErrorBoundary: ErrorPage,
            children: [
              pageRoute(
                '',
                { name: 'overview' },
                // What index.html prefetches; the other panels load after the first paint.
                () => [sentCampaignsQuery(), boardsQuery(false)],
                () => import('#web/overview/overview-page.tsx'),
              ),
              pageRoute(
                'email/lists',
                { name: 'lists', fills: 'tall' },
                () => [listPages()],
                () => import('#web/email/lists/lists-page.tsx'),
              ),
              pageRoute(
                'email/lists/:list_id',
                { name: 'contacts', fills: 'tall' },
                async ({ list_id = '' }, search) =>
                  (await contactsData()).contactPageQueries(list_id, undefined, search),
                () => import('#web/email/contacts/contacts-page.tsx'),
                openContact,
              ),
              pageRoute(
                'email/lists/:list_id/segments/:segment_id',
                { name: 'contacts', fills: 'tall' },
                async ({ list_id = '', segment_id }, search) =>
                  (await contactsData()).contactPageQueries(list_id, segment_id, search),
                () => import('#web/email/segments/segment-page.tsx'),
                openContact,
              ),
              pageRoute(
                'email/lists/:list_id/segments',
                { name: 'segments', fills: 'tall' },
                ({ list_id = '' }) => listHeaderQueries(list_id),
                () => import('#web/email/segments/segments-page.tsx'),
              ),
              pageRoute(
                'email/lists/:list_id/tags',
                { name: 'tags', fills: 'tall' },
                ({ list_id = '' }) => listHeaderQueries(list_id),
                () => import('#web/email/tags/tags-page.tsx'),
              ),
              pageRoute(
                'email/lists/:list_id/import',
                { name: 'contact-import' },
                ({ list_id = '' }) => listHeaderQueries(list_id),
                () => import('#web/email/contact-import/contact-import-page.tsx'),
              ),
              pageRoute(
                'email/campaigns',
                { name: 'campaigns', fills: 'tall' },
                (_params, search, { queryClient }) => campaignListQueries(queryClient, search),
                () => import('#web/email/campaigns/campaigns-page.tsx'),
              ),
              // Before the reports: `compare` is no id of a campaign.
              pageRoute(
                'email/campaigns/compare',
                { name: 'compare' },
                () => [],
                () => import('#web/email/campaigns/compare-page.tsx'),
              ),
              pageRoute(
                'email/automations',
                { name: 'automations', fills: 'tall' },
                () => [automationPages(), listPages()],
                () => import('#web/email/automations/automations-page.tsx'),
                // The page itself opens the automation.
                [{ path: ':automation_id', element: null }],
              ),
              pageRoute(
                'boards',
                { name: 'boards' },
                (_params, search) => [boardsQuery(search.get('archived') === 'true')],
                () => import('#web/tasks/boards/boards-page.tsx'),
              ),
              // Before the boards: `import` is no id of one.
              pageRoute(
                'boards/import',
                { name: 'import' },
                () => [endpointQuery('GET /me', {})],
                () => import('#web/tasks/trello-import/trello-import-page.tsx'),
              ),
              pageRoute(
                'boards/:board_id',
                { name: 'board', fills: true },
                // In parallel: both need only the id.
                ({ board_id = '' }, _search, { connection }) => [
                  boardQuery(board_id),
                  firstCardsQuery(board_id, connection),
                ],
                () => import('#web/tasks/board/board-page.tsx'),
                // The board itself opens the card.
                [{ path: 'cards/:card_id', element: null }],
              ),
              pageRoute(
                'cards',
                { name: 'cards', fills: 'tall' },
                // What the server can do decides what is here, also after it could not be read.
                () => [endpointQuery('GET /me', {})],
                () => import('#web/tasks/all-cards/all-cards-page.tsx'),
              ),
              pageRoute(
                'cards/:card_id',
                { name: 'card' },
                ({ card_id = '' }) => [cardQuery(card_id)],
                () => import('#web/tasks/card-dialog/card-page.tsx'),
              ),
              pageRoute(
                'email/campaigns/:campaign_id',
                { name: 'report' },
                ({ campaign_id = '' }) => campaignQueries(campaign_id),
                () => import('#web/email/report/report-page.tsx'),
              ),
              pageRoute(
                'feedback/users',
                { name: 'people', fills: 'tall' },
                () => [],
                () => import('#web/feedback/people/people-page.tsx'),
                // The page itself opens the person.
                [{ path: ':user_id', element: null }],
              ),
              // Before the posts: `setup` is no id of one.
              pageRoute(
                'feedback/posts/setup',
                { name: 'feedback-setup' },
                () => [],
                () => import('#web/feedback/feedback-setup/feedback-setup-page.tsx'),
              ),
              // Before the entries: `subscribers` is no id of one.
              pageRoute(
                'changelog/subscribers',
                { name: 'subscribers', fills: 'tall' },
                () => [],
                () => import('#web/feedback/subscribers/subscribers-page.tsx'),
              ),
              pageRoute(
                'changelog',
                { name: 'changelog', fills: true },
                (_params, search, { queryClient }) => changelogQueries(queryClient, search),
                () => import('#web/feedback/changelog/changelog-page.tsx'),
                besideList(':entry_id'),
              ),
              pageRoute(
                'feedback/posts',
                { name: 'posts', fills: true },
                () => [],
                () => import('#web/feedback/inbox/posts-page.tsx'),
                besideList(':post_id'),
              ),
              pageRoute(
                'developers/keys',
                { name: 'keys', fills: 'tall' },
                // Other keys may not read them, and a server of the public API has none.
                (_params, _search, { connection }) =>
                  connection.admin === true ? [keysQuery()] : [],
                () => import('#web/developers/keys/keys-page.tsx'),
              ),
              pageRoute(
                'developers/webhooks',
                { name: 'webhooks', fills: 'tall' },
                (_params, _search, { connection }) =>
                  connection.admin === true ? [webhooksQuery()] : [],
                () => import('#web/developers/webhooks/webhooks-page.tsx'),
              ),
              pageRoute(
                'developers/webhooks/:webhook_id',
                { name: 'webhook', fills: 'tall' },
                ({ webhook_id = '' }, _search, { connection }) =>
                  connection.admin === true ? [webhookQuery(webhook_id)] : [],
                () => import('#web/developers/webhooks/webhook-page.tsx'),
                // The page itself shows the tab.
                [
                  { path: 'settings', element: null },
                  { path: 'secret', element: null },
                  { path: 'deliveries/:delivery_id', element: null },
                ],
              ),
              pageRoute(
                'developers/events',
                { name: 'events', fills: 'tall' },
                () => [],
                () => import('#web/developers/events/events-page.tsx'),
              ),
              pageRoute(
                'developers/audit',
                { name: 'audit', fills: 'tall' },
                () => [],
                () => import('#web/developers/audit/audit-page.tsx'),
              ),
              pageRoute(
                'developers/reference',
                { name: 'reference', fills: true },
                () => [],
                () => import('#web/developers/reference/reference-page.tsx'),
              ),
              pageRoute(
                'developers/verify',
                { name: 'signature-check' },
                () => [],
                () => import('#web/developers/signature-check/signature-check-page.tsx'),
              ),
              pageRoute(
                'developers/guides',
                { name: 'guides' },
                () => [],
                () => import('#web/developers/reference/guides-page.tsx'),
                // The page itself shows the guide.
                [{ path: ':slug', element: null }],
              ),
              pageRoute(
                'more',
                { name: 'more' },
                () => [],
                () => import('#web/shell/more-page.tsx'),
              ),
              ...(import.meta.env.DEV ? [createGalleryInShell()] : []),
              pageRoute(
                '*',
                { name: 'missing' },
                () => [],
                () => import('./missing-page.tsx'),
              ),
            ],
          },
        ],
      },
    ],
    { future: { v8_middleware: true } },
  )
