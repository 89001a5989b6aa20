import { deviceStore, entryKey } from '#web/session/storage.ts'

const MAX_RECENT = 8
const recentEntry = (fingerprint: string) => entryKey(fingerprint, 'recent-places')

/** Ids of the pages, boards, cards and campaigns opened last, newest first; removed with the connection. */
export function getRecentIds(fingerprint: string): readonly string[] {
  return (deviceStore.get(recentEntry(fingerprint)) ?? '').split('\n').filter(Boolean)
}

/** Records a visit, however the place was opened. */
export function recordVisit(fingerprint: string, pathname: string) {
  const id = placeId(pathname)
  const others = getRecentIds(fingerprint).filter((recentId) => recentId !== id)
  deviceStore.set(recentEntry(fingerprint), [id, ...others].slice(0, MAX_RECENT).join('\n'))
}

/** The id of the item that opens this place. */
export function placeId(pathname: string): string {
  const [, board_id, card_id] = /^\/boards\/([^/]+)(?:\/cards\/([^/]+))?$/.exec(pathname) ?? []
  if (card_id) return `card:${decode(card_id)}`
  if (board_id) return `board:${decode(board_id)}`
  const [, campaign_id] = /^\/email\/campaigns\/(?!compare$)([^/]+)$/.exec(pathname) ?? []
  return campaign_id ? `campaign:${decode(campaign_id)}` : `page:${pathname}`
}

/** An address that somebody typed may have a percent sign that encodes nothing. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
