interface Size {
  width: number
  height: number
}

const cache = new Map<string, Size>()

// Text measured in a fallback font is measured again in its own.
document.fonts.addEventListener('loadingdone', () => cache.clear())

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
