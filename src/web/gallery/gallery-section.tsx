import { type ReactNode, useLayoutEffect } from 'react'

export const GallerySection = ({ name, children }: { name: string; children: ReactNode }) => (
  <section aria-label={name} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
    <h2 className="text-section">{name}</h2>
    <div className="flex flex-wrap items-start gap-4">{children}</div>
  </section>
)

const states = ['hover', 'focus', 'pressed'] as const

/** The same control three times, as under the pointer, with the focus and while pressed. */
export const InteractionStates = ({ children }: { children: (state: string) => ReactNode }) =>
  states.map((state) => (
    <div key={state} data-state-sample={state} className="contents">
      {children(state)}
    </div>
  ))

const selectors: readonly (readonly [RegExp, string])[] = [
  [/(?<!\\):hover\b/g, '[data-state-sample]:not([data-state-sample=focus]) *'],
  [/(?<!\\):active\b/g, '[data-state-sample=pressed] *'],
  [
    /(?<!\\):focus(-visible)?(?![-\w])/g,
    '[data-state-sample=focus] :is(a, button, input, select, textarea)',
  ],
]

/** Repeats each rule of a pointer or focus state for the samples above: a page cannot set these states itself. */
export function useInteractionStates() {
  useLayoutEffect(() => {
    for (const sheet of document.styleSheets) {
      if (!repeatedSheets.has(sheet)) repeatRules(sheet)
      repeatedSheets.add(sheet)
    }
  }, [])
}

/** Another mount would repeat their rules once more. */
const repeatedSheets = new WeakSet<CSSStyleSheet>()

function repeatRules(parent: CSSStyleSheet | CSSGroupingRule) {
  // From the end, so that an inserted rule is not visited.
  for (let index = parent.cssRules.length - 1; index >= 0; index--) {
    const rule = parent.cssRules[index]
    if (rule instanceof CSSStyleRule) {
      const sample = selectors.reduce(
        (text, [state, samples]) => text.replaceAll(state, `:where(${samples})`),
        rule.selectorText,
      )
      if (sample !== rule.selectorText && !sample.includes('data-over'))
        parent.insertRule(`${sample} { ${rule.style.cssText} }`, index + 1)
    } else if (rule instanceof CSSGroupingRule) repeatRules(rule)
  }
}
