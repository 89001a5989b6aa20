const part = encodeURIComponent

/** Every address of the dashboard. */
export const paths = {
  overview: () => '/',
  signIn: (next?: string) => (next && next !== '/' ? `/sign-in?next=${part(next)}` : '/sign-in'),
  boards: (show: 'open' | 'archived' = 'open') =>
    show === 'archived' ? '/boards?archived=true' : '/boards',
  board: (board_id: string) => `/boards/${part(board_id)}`,
  /** The board with only those cards shown that hold a text. */
  boardFinding: (board_id: string, text: string) => `/boards/${part(board_id)}?q=${part(text)}`,
  card: (board_id: string, card_id: string) => `/boards/${part(board_id)}/cards/${part(card_id)}`,
}

/** Where to go after signing in: the address asked for when it is one of ours, else the first page. */
export function safeNext(next: string | null, origin: string): string {
  if (!next?.startsWith('/')) return paths.overview()
  const url = new URL(next, origin)
  const ours = url.origin === origin && !url.pathname.startsWith('/sign-in')
  return ours ? url.pathname + url.search + url.hash : paths.overview()
}
