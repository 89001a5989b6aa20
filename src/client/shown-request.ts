/** A request of the API, without the secrets of its input: what may be kept and shown. */
export interface ShownRequest {
  readonly name: string
  readonly input: object
}

/** Replaces secrets of an input, such as the signing secret of a webhook and the values of its headers, by placeholders. */
export function withoutSecrets(name: string, input: object): ShownRequest {
  if (!name.includes('/webhooks')) return { name, input }
  const fields = Object.entries(input).map(([field, value]: [string, unknown]) => {
    if (field === 'secret' && typeof value === 'string') return [field, '<SECRET>']
    const hasValues = field === 'headers' && typeof value === 'object' && value !== null
    return [field, hasValues ? hideValues(value) : value]
  })
  return { name, input: Object.fromEntries(fields) }
}

/** Null keeps a stored value, and is no secret. */
const hideValues = (headers: object) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'string' ? `<${name}>` : value,
    ]),
  )
