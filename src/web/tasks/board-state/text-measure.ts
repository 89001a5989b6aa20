import { createListeners } from '#web/external-store.ts'

interface Size {
  width: number
  height: number
}

const cache = new Map<string, Size>()

const listeners = createListeners()
const clear = () => {
  cache.clear()
  listeners.notify()
}
// Text measured in a fallback font is measured again in its own.
document.fonts.addEventListener('loadingdone', clear)
// Text can be enlarged while the page is open, and no event tells it.
const rem = document.createElement('i')
rem.ariaHidden = 'true'
rem.className = 'invisible absolute w-4'
document.body.append(rem)
new ResizeObserver(clear).observe(rem)

/** Calls when all texts must be measured again: a font has loaded, or text has another size. */
export const onTextSizeChange = listeners.subscribe

/**
 * The size of each text in an element of these classes, in pixels. New texts are measured together in one layout.
 * Card heights are computed from it, so a list never measures its rows while it scrolls.
 */
export function measureTexts(texts: readonly string[], className: string, width?: number): Size[] {
  const keyOf = (text: string) => `${width ?? ''}|${className}|${text}`
  const missing = [...new Set(texts)].filter((text) => !cache.has(keyOf(text)))
  if (missing.length > 0) {
    for (const [text, size] of renderAndMeasure(missing, className, width))
      cache.set(keyOf(text), size)
  }
  return texts.map((text) => cache.get(keyOf(text)) ?? { width: 0, height: 0 })
}

function renderAndMeasure(texts: readonly string[], className: string, width: number | undefined) {
  const host = document.createElement('div')
  host.ariaHidden = 'true'
  host.className = 'invisible absolute top-0 left-0 grid justify-items-start contain-layout'
  if (width !== undefined) host.style.width = `${width}px`
  const parts = texts.map((text) => {
    const part = document.createElement(width === undefined ? 'span' : 'p')
    part.className = className
    part.textContent = text
    return part
  })
  host.append(...parts)
  document.body.append(host)
  const sizes = parts.map((part, index) => {
    const { width: measuredWidth, height } = part.getBoundingClientRect()
    return [texts[index] ?? '', { width: measuredWidth, height }] as const
  })
  host.remove()
  return sizes
}
