/** A service address as the client keeps it, or a sentence that says what is wrong with what was typed. */
type BaseUrl =
  | { readonly ok: true; readonly base_url: string; readonly host: string; readonly plain: boolean }
  | { readonly ok: false; readonly message: string }

const local = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|.+\.localhost)$/

/**
 * Normalises the closing slash and refuses the rest: an address is never guessed.
 * `origin` resolves an address of the page's own server, such as `/v1`. `plain` is http on a host that is not this machine.
 */
export function parseBaseUrl(typed: string, origin?: string): BaseUrl {
  const text = typed.trim()
  if (text === '') return refused('Type the address of the service. It ends in /v1.')
  const full = origin !== undefined && /^\/(?!\/)/.test(text) ? origin + text : text
  if (!/^https?:\/\//i.test(full) || !URL.canParse(full)) {
    return refused('This is not a web address. It starts with https:// and ends in /v1.')
  }
  const url = new URL(full)
  if (url.username !== '' || url.password !== '') {
    return refused('A service address holds no name or password. The key goes in its own field.')
  }
  if (url.search !== '' || url.hash !== '') {
    return refused('A service address ends in /v1, without anything after ? or #.')
  }
  const path = url.pathname.replace(/\/+$/, '')
  if (!path.endsWith('/v1')) {
    return refused(`A service address ends in /v1, and this one ends in ${path || url.host}.`)
  }
  const plain = url.protocol === 'http:' && !local.test(url.hostname)
  return { ok: true, base_url: url.origin + path, host: url.host, plain }
}

const refused = (message: string): BaseUrl => ({ ok: false, message })
