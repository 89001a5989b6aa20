import { createContext, useContext, useEffect, useState } from 'react'

/** The workspace every page's title ends with; undefined before signing in. */
export const TitleSuffix = createContext<string | undefined>(undefined)

let prefix = ''
/**
 * The last that names something is shown: that of a dialog over its page, which comes back when the dialog closes. A page
 * that leaves its title to a part of it mounts after that part.
 */
const titles: { text: string; isNamed: boolean }[] = []
const update = () => {
  const shown = titles.findLast(({ isNamed }) => isNamed) ?? titles.at(-1)
  document.title = prefix + (shown?.text ?? '')
}

/** Put before the title of every page: how many jobs run. */
export const setTitlePrefix = (text: string) => {
  prefix = text
  update()
}

/** `Thing, Section, Workspace` in the tab. */
export function useTitle(...parts: (string | undefined)[]) {
  const end = useContext(TitleSuffix)
  const next = [...parts, end].filter(Boolean).join(', ')
  const isNamed = parts.some(Boolean)
  const [entry] = useState({ text: next, isNamed })
  useEffect(() => {
    Object.assign(entry, { text: next, isNamed })
    if (titles.includes(entry)) update()
  }, [entry, next, isNamed])
  useEffect(() => {
    titles.push(entry)
    update()
    return () => {
      titles.splice(titles.indexOf(entry), 1)
      // The title of the next page is set right after; until then the last one stays.
      if (titles.length > 0) update()
    }
  }, [entry])
}
