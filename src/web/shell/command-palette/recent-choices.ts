import { deviceStore, entryName } from '#web/session/storage.ts'

const AT_MOST = 8
const nameOf = (fingerprint: string) => entryName(fingerprint, 'recent-choices')

/** What was chosen in the palette, the last choice first. Only ids are kept, and they go with the connection. */
export function recentChoices(fingerprint: string): readonly string[] {
  return (deviceStore.get(nameOf(fingerprint)) ?? '').split('\n').filter(Boolean)
}

export function noteChoice(fingerprint: string, id: string) {
  const others = recentChoices(fingerprint).filter((one) => one !== id)
  deviceStore.set(nameOf(fingerprint), [id, ...others].slice(0, AT_MOST).join('\n'))
}
