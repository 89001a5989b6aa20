export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const objectsOf = (value: unknown): readonly JsonObject[] => arrayOf(value).filter(isObject)

/** An id as text; some hand-made files write numbers. Undefined when there is none. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** Null, no, an empty text or an empty collection: nothing is lost when it is left out. */
export function holdsNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.keys(value).length === 0
}

/** A value short enough to stand in a report. Never walks deep: the file may be nested beyond the stack. */
export function excerptOf(value: unknown): string {
  if (typeof value === 'string') {
    const line = value.replace(/\s+/g, ' ')
    return JSON.stringify(line.length > 60 ? `${line.slice(0, 59)}…` : line)
  }
  if (Array.isArray(value)) {
    const only = value.length === 1 && !Array.isArray(value[0])
    return only ? `[${excerptOf(value[0])}]` : `${value.length} items`
  }
  if (!isObject(value)) return String(value)
  const said = ['name', 'title', 'text', 'fullName', 'login', 'url', 'id']
    .map((key) => value[key])
    .find(isText)
  return said === undefined ? `{${Object.keys(value).slice(0, 4).join(', ')}}` : excerptOf(said)
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
