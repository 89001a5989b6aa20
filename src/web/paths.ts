const encode = encodeURIComponent

/** Every address of the dashboard. */
export const paths = {
  overview: () => '/',
  signIn: (next?: string) => (next && next !== '/' ? `/sign-in?next=${encode(next)}` : '/sign-in'),
  /** On a phone: search, connections, appearance and help. */
  more: () => '/more',
  boards: (show: 'open' | 'archived' = 'open') =>
    show === 'archived' ? '/boards?archived=true' : '/boards',
  board: (board_id: string) => `/boards/${encode(board_id)}`,
  /** The board with the focus on one card. */
  card: (board_id: string, card_id: string) =>
    `/boards/${encode(board_id)}/cards/${encode(card_id)}`,
}

/** Where to go after signing in: the address asked for when it is one of ours, else the first page. */
export function safeNext(next: string | null, origin: string): string {
  if (!next?.startsWith('/')) return paths.overview()
  const url = new URL(next, origin)
  const isInternal = url.origin === origin && !url.pathname.startsWith('/sign-in')
  return isInternal ? url.pathname + url.search + url.hash : paths.overview()
}
