import fs from 'node:fs'

// tokens.css holds the values of both themes; this names each of them as a colour, so a class can use no other.
const css = fs.readFileSync(new URL('./src/web/tokens.css', import.meta.url), 'utf8')
const names = new Set([...css.matchAll(/--([a-z0-9-]+):/g)].map((match) => match[1]))
const colors = [...names].filter((name) => !name.startsWith('shadow-'))

export default {
  darkMode: ['selector', '[data-theme="dark"]'],
  content: ['./index.html', './src/**/*.{ts,tsx}'],
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
