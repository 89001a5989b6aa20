/** A normalized API URL, or the reason why the input is not one. */
type BaseUrl =
  | {
      readonly ok: true
      readonly base_url: string
      readonly host: string
      readonly isInsecure: boolean
    }
  | { readonly ok: false; readonly message: string }

const localHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|.+\.localhost)$/

/**
 * Removes trailing slashes and rejects everything else that is not an API URL: no address is guessed.
 * `origin` resolves a path on the page's own server, such as `/v1`. `isInsecure` is http to another machine.
 */
export function parseBaseUrl(input: string, origin?: string): BaseUrl {
  const text = input.trim()
  if (text === '') return invalid('Enter the API URL. It ends in /v1.')
  const full = origin !== undefined && /^\/(?!\/)/.test(text) ? origin + text : text
  if (!/^https?:\/\//i.test(full) || !URL.canParse(full)) {
    return invalid('Invalid URL. It must start with https:// and end in /v1.')
  }
  const url = new URL(full)
  if (url.username !== '' || url.password !== '') {
    return invalid('The API URL can’t contain a name or password. Use an API key instead.')
  }
  if (url.search !== '' || url.hash !== '') {
    return invalid('The API URL must end in /v1, without ? or #.')
  }
  const path = url.pathname.replace(/\/+$/, '')
  if (!path.endsWith('/v1')) {
    return invalid(`The API URL must end in /v1, not in ${path || url.host}.`)
  }
  const isInsecure = url.protocol === 'http:' && !localHost.test(url.hostname)
  return { ok: true, base_url: url.origin + path, host: url.host, isInsecure }
}

const invalid = (message: string): BaseUrl => ({ ok: false, message })
