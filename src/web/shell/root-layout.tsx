import { useEffect, useSyncExternalStore } from 'react'
import {
  type Location,
  Outlet,
  ScrollRestoration,
  useLoaderData,
  useMatches,
  useNavigation,
} from 'react-router-dom'

import { RekeyDialog } from '#web/connections/rekey-dialog.tsx'
import { messages } from '#web/messages/en/app.ts'
import { nameOf } from '#web/session/connections.ts'
import { type KeySession, SessionProvider } from '#web/session/session.ts'
import { useKeyState } from '#web/session/use-capabilities.ts'
import { useConnection } from '#web/session/use-connection.ts'
import { useKeyBuffer } from '#web/shell/keyboard/early-key-buffer.ts'
import { MutationErrorToasts } from '#web/shell/notices/mutation-error-toasts.tsx'
import { Lazy, lazyChunk, prefetchLater } from '#web/ui/lazy-chunk.tsx'
import { TitleSuffix } from '#web/ui/page-title.tsx'
import { TypeAheadBuffer } from '#web/ui/type-ahead-buffer.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Deferred } from './deferred-component.tsx'
import { overlay } from './overlays.ts'
import type { PageHandle } from './page-route.ts'
import { useRouteFocus } from './route-focus.ts'
import { overlayDialogs, Sidebar } from './sidebar.tsx'

const deferredShell = lazyChunk(() => import('./deferred-shell.tsx'))

/** The layout of every page; keyed by session, so another session remounts it. */
export function RootLayout() {
  const session = useLoaderData<KeySession>()
  return (
    <SessionProvider session={session} key={session.id}>
      <Shell />
    </SessionProvider>
  )
}

function Shell() {
  const connection = useConnection()
  const page = usePageHandle()
  const navigation = useNavigation()
  const keyState = useKeyState()
  useRouteFocus()
  useKeyBuffer()

  return (
    <TitleSuffix value={nameOf(connection)}>
      <a
        href="#content"
        className="absolute start-2 top-2 z-50 -translate-y-20 rounded-control bg-accent px-3 py-2 text-on-accent focus:translate-y-0"
      >
        {messages.app.skip}
      </a>
      <div className="md:grid md:grid-cols-[auto_minmax(0,1fr)] print:block">
        <Sidebar />
        <div data-fills={page?.fills} className="flex min-h-dvh min-w-0 flex-col">
          <Deferred chunk={deferredShell}>{({ ShellBanners }) => <ShellBanners />}</Deferred>
          <main
            id="content"
            tabIndex={-1}
            data-page={page?.name}
            aria-busy={navigation.state === 'loading' || undefined}
            className="flex min-w-0 flex-1 flex-col px-4 pt-4 pb-[calc(1.25rem+var(--bottom-bar,0px))] md:px-7 md:pt-5"
          >
            <Outlet />
          </main>
        </div>
      </div>
      <BottomBar />
      <MutationErrorToasts />
      <Deferred chunk={deferredShell}>{({ DeferredShell }) => <DeferredShell />}</Deferred>
      <Overlays />
      {keyState === 'rejected' && <RekeyDialog />}
      <ScrollRestoration getKey={scrollKey} />
    </TitleSuffix>
  )
}

/** Every first page of a tab has the same key: another address starts at its top, or at its anchor. */
const scrollKey = ({ key, pathname, search, hash }: Location) =>
  key === 'default' ? `${pathname}${search}${hash}` : key

/** The handle of the innermost page; dialog routes have none. */
const usePageHandle = () =>
  useMatches().findLast((match) => match.handle !== undefined)?.handle as PageHandle | undefined

/** The open palette or dialog. What is typed for the palette while its code loads is kept. */
function Overlays() {
  const open = useSyncExternalStore(overlay.subscribe, overlay.get)
  const close = () => overlay.set(null)
  useEffect(() => prefetchLater(overlayDialogs.load), [])
  useEffect(() => () => overlay.set(null), [])
  return (
    open && (
      <Lazy
        chunk={overlayDialogs}
        fallback={open === 'palette' && <TypeAheadBuffer onCancel={close} />}
        onCancel={close}
      >
        {(dialogs) => {
          const Dialog = dialogs[open]
          return <Dialog onClose={close} />
        }}
      </Lazy>
    )
  )
}
