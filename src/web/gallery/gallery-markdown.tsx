import { useState } from 'react'

import { TextArea } from '#web/ui/form/field.tsx'
import { Markdown } from '#web/ui/markdown/markdown.tsx'
import { GallerySection } from './gallery-section.tsx'

const sample = `# Refills by post

Keep the jar. We send the rest in a **paper pouch** that fits through a *letterbox*, ~~twice~~ once a month &copy; 2025.

## What changes

1. Order as usual
2. Choose \`refill\`
   - in the shop
   - in a [letter](https://fernandfield.example/shed "The shed")

- [x] Printed
- [ ] Sent to <mailto:hello@fernandfield.example>

> Somebody wrote: will there be a larger one?
>
> > Yes.

| Jar | Price | Since |
|:----|------:|:-----:|
| 250 g | 12.50 | 2024 |
| 1 kg | 40.00 | 2025 |

\`\`\`json
{ "a_long_line": "that is wider than a phone and scrolls in its own box instead of moving the whole page" }
\`\`\`

---

![A jar](http://fernandfield.example/jar.png) [not a link](javascript:alert(1)) <b onclick="x()">as text</b> שלום
`

const extremes = {
  Empty: '',
  'One long word': 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4),
  'Too complex': '> '.repeat(20),
}

/** A text that can be changed, and how it is formatted. */
export function GalleryMarkdown() {
  const [source, setSource] = useState(sample)
  return (
    <GallerySection name="Markdown">
      <TextArea label="Source" value={source} onChange={(event) => setSource(event.target.value)} />
      <article aria-label="Preview" className="w-full min-w-0">
        <Markdown source={source} />
      </article>
      {Object.entries(extremes).map(([name, text]) => (
        <article key={name} aria-label={name} className="w-full min-w-0">
          <Markdown source={text} />
        </article>
      ))}
    </GallerySection>
  )
}
