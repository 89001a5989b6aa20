import { type LabelColor, labelColor } from '#contract/label-color.rules.ts'
import type { PublicLabel } from './public-entries.store.ts'

/** Chroma and hue of the label colors, as in the dashboard. A dot has the color; the text keeps its contrast. */
const dotColors: Readonly<Record<LabelColor, string>> = {
  green: '.13 150',
  teal: '.1 185',
  yellow: '.13 98',
  orange: '.133 62',
  red: '.17 25',
  purple: '.14 305',
  blue: '.13 258',
  indigo: '.14 281',
  sky: '.11 228',
  lime: '.15 126',
  pink: '.15 352',
  black: '.016 222',
  gray: '.016 222',
}

const hexColor = /^#[0-9a-f]{6}$/i

/** The style sheet of a page. Only known names and hex values become part of it. */
export const formatStyles = (labels: readonly PublicLabel[]): string =>
  base + labels.map(({ color }, index) => formatDot(index, color)).join('')

function formatDot(index: number, color: string): string {
  const name = labelColor(color)
  const lightness = name === 'black' ? '--black' : '--dot'
  const value = hexColor.test(color) ? color : `oklch(var(${lightness}) ${dotColors[name]})`
  return `.l${index}::before{background:${value}}`
}

const base = `
:root{color-scheme:light dark;--page:#faf9f6;--card:#fff;--ink:#1d2a2f;--soft:#56646a;--line:#e3e1da;--link:#0b5f6b;--code:#f1efe9;--dot:58%;--black:30%}
@media (prefers-color-scheme:dark){:root{--page:#14191b;--card:#1b2225;--ink:#e8ecec;--soft:#a3b0b4;--line:#323b3f;--link:#7cc7d3;--code:#242c30;--dot:74%;--black:76%}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
.page{max-width:44rem;margin:0 auto;padding:2.5rem 1rem 4rem}
a[href]{color:var(--link);text-underline-offset:.15em}
a:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:2px}
h1,h2,h3,h4,h5,h6{line-height:1.25;margin:1.6em 0 .5em;text-wrap:balance}
h1,article>h2{font-family:ui-serif,Georgia,serif;font-weight:500}
h1{font-size:2.2rem;margin:0}
article>h2{font-size:1.6rem;margin:.2rem 0 .6rem}
article h3{font-size:1.15rem}
article h4,article h5,article h6{font-size:1rem}
.name{margin:0 0 .2rem;color:var(--soft)}
h1 a,h2 a{color:inherit;text-decoration:none}
h1 a:hover,h2 a:hover{text-decoration:underline}
nav ul,.labels{display:flex;flex-wrap:wrap;gap:.3rem .9rem;list-style:none;margin:0;padding:0}
nav{margin:1rem 0}
nav a{display:inline-block;padding:.25rem 0}
[aria-current]{color:inherit;font-weight:600;text-decoration:none}
article{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem;margin:1.25rem 0}
.meta{display:flex;flex-wrap:wrap;gap:.2rem .9rem;color:var(--soft);font-size:.9rem;margin:0}
.label::before{content:"";display:inline-block;width:.6em;height:.6em;border-radius:2px;margin-inline-end:.4em;background:var(--soft);forced-color-adjust:none}
.text>:first-child{margin-top:0}
.text>:last-child,article>:last-child{margin-bottom:0}
img{max-width:100%;height:auto;border-radius:.5rem}
pre,code{font-family:ui-monospace,monospace;font-size:.9em;background:var(--code);border-radius:.3rem}
code{padding:.1em .3em}
pre{padding:.75rem;overflow-x:auto;overflow-wrap:normal}
pre code{padding:0;font-size:1em}
.plain{white-space:pre-wrap;overflow-wrap:anywhere}
.wide{overflow-x:auto}
table{border-collapse:collapse}
th,td{border-bottom:1px solid var(--line);padding:.35rem .6rem;text-align:start;overflow-wrap:normal}
blockquote{margin:1em 0;padding-inline-start:1rem;border-inline-start:3px solid var(--line);color:var(--soft)}
hr{border:0;border-top:1px solid var(--line)}
.text ul,.text ol{padding-inline-start:1.5rem}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.pages ul{justify-content:space-between}
footer{color:var(--soft);font-size:.9rem}
@media print{body{background:none}nav,footer{display:none}article{border:0;padding:0;break-inside:avoid}}
`
