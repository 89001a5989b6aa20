// Plugins of the build: libraries in the first load of each page, without what nothing here uses.
import type { Plugin } from 'vite'

/**
 * Replaces the component behind every lucide glyph: its sizes, colors and classes from a context are 2 KiB in the first
 * load of each page, and `ui/icon.tsx` sets what is needed.
 */
export const plainIcons: Plugin = {
  name: 'plain-icons',
  load: (id) =>
    id.endsWith('/lucide-react/dist/esm/createLucideIcon.mjs')
      ? `import { createElement } from 'react'
const look = { viewBox: '0 0 24 24', fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' }
export default ({ node }) => ({ size = 24, ...props }) =>
  createElement('svg', { ...look, width: size, height: size, ...props }, node.map(([tag, attributes]) => createElement(tag, attributes)))`
      : null,
}

/** Its framework mode, server components, what replaces missing error boundaries, advice to developers. */
const unusedFunctions = {
  PrefetchPageLinks: '() => null',
  usePrefetchBehavior: '() => [false, null, {}]',
  useViewTransitionState: '() => false',
  parseHydrationData: '() => undefined',
  RSCErrorHandler: '() => null',
  DefaultErrorComponent: '() => null',
  warning: '() => {}',
  warningOnce: '() => {}',
  warnOnce: '() => {}',
}

/** Drops what nothing here uses of the router from the first load of each page; `tools/bundle.test.ts` fails without. */
export const withoutUnusedParts: Plugin = {
  name: 'without-unused-parts',
  transform(code, id) {
    if (!id.includes('/react-router/dist/')) return null
    const marked = code
      // Both keep a component that nothing renders, and the name is only for developers.
      .replace(/^\w+\.displayName = ".*";$/gm, '')
      .replace(/= (\w+\.forwardRef\()/g, '= /* @__PURE__ */ $1')
      .replace(
        /^var (\w+ErrorBoundary = )(class extends [^]*?^});/gm,
        'var $1/* @__PURE__ */ (() => $2)();',
      )
      .replaceAll('init.instrumentations', 'undefined')
      // Their messages are for developers as well.
      .replace(
        /\binvariant\(\s*((?:[^,()`"]|\([^()]*\))*?),\s*(?:`[^`]*`|"[^"]*")\s*\)/g,
        'invariant($1)',
      )
    return Object.entries(unusedFunctions).reduce(
      (rest, [name, stub]) =>
        rest.replace(`function ${name}(`, `const ${name} = ${stub};\nfunction unused_${name}(`),
      marked,
    )
  },
}
