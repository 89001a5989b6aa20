import fs from 'node:fs'
import path from 'node:path'

// tokens.css holds the values of both themes; this names each of them as a colour, so a class can use no other.
const css = fs.readFileSync(new URL('./src/web/tokens.css', import.meta.url), 'utf8')
const names = new Set([...css.matchAll(/--([a-z0-9-]+):/g)].map((match) => match[1]))
const colors = [...names].filter((name) => !name.startsWith('shadow-'))

const isDevServer = process.env.NODE_ENV === 'development'

/**
 * The modules whose classes are in the style sheet of every page: those that main.tsx imports, directly or not. A part of
 * the kit that no page uses yet adds nothing to it; the gallery brings its own style sheet. Files may come and go while
 * the development server runs, so that reads all.
 */
function pageModules() {
  if (isDevServer) return ['./src/web/**/*.{ts,tsx}']
  const web = path.resolve(import.meta.dirname, 'src/web')
  const modules = new Set()
  const visit = (file) => {
    if (modules.has(file) || !/\.tsx?$/.test(file) || file.includes('/gallery/')) return
    modules.add(file)
    for (const [, name] of fs
      .readFileSync(file, 'utf8')
      .matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)) {
      if (name.startsWith('#web/')) visit(path.join(web, name.slice(5)))
      else if (name.startsWith('./')) visit(path.join(path.dirname(file), name))
    }
  }
  visit(path.join(web, 'main.tsx'))
  return [...modules]
}

export default {
  darkMode: ['selector', '[data-theme="dark"]'],
  content: ['./index.html', ...pageModules()],
  theme: {
    extend: {
      colors: Object.fromEntries(colors.map((name) => [name, `var(--${name})`])),
      fontFamily: {
        sans: [
          '"Instrument Sans Variable"',
          '"Instrument Sans Fallback"',
          'system-ui',
          'sans-serif',
        ],
        display: ['"Newsreader Variable"', '"Newsreader Fallback"', 'Georgia', 'serif'],
        mono: ['"JetBrains Mono Variable"', 'ui-monospace', 'monospace'],
      },
      spacing: {
        // The rail of 3.5 rem below 64 rem, without a width between the two. Unlike in a media query a rem is the one of
        // the page, whose text may be enlarged.
        sidebar: 'clamp(3.5rem, (100vw - 63.999rem) * 99999, 14.25rem)',
        list: '17rem',
        drawer: '32.5rem',
      },
      borderRadius: {
        chip: '6px',
        control: '8px',
        card: '10px',
        tray: '14px',
        dialog: '18px',
        sheet: '22px',
      },
      boxShadow: {
        rest: 'var(--shadow-rest)',
        lift: 'var(--shadow-lift)',
        float: 'var(--shadow-float)',
      },
      transitionDuration: { quick: '120ms', base: '180ms', slow: '280ms' },
      transitionTimingFunction: {
        out: 'cubic-bezier(.2,.8,.2,1)',
        inout: 'cubic-bezier(.5,0,.2,1)',
      },
      screens: { sm: '30rem', md: '48rem', lg: '64rem', xl: '80rem', '2xl': '100rem' },
    },
  },
}
