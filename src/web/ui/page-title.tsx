import { createContext, useContext, useEffect, useState } from 'react'

/** The workspace every page's title ends with; undefined before signing in. */
export const TitleSuffix = createContext<string | undefined>(undefined)

let prefix = ''
/** The last is shown: that of a dialog over its page, which comes back when the dialog closes. */
const titles: { text: string }[] = []
const update = () => void (document.title = prefix + (titles.at(-1)?.text ?? ''))

/** Put before the title of every page: how many jobs run. */
export const setTitlePrefix = (text: string) => {
  prefix = text
  update()
}

/** `Thing, Section, Workspace` in the tab. A page that names nothing leaves the title to a part of it, mounted before it. */
export function useTitle(...parts: (string | undefined)[]) {
  const end = useContext(TitleSuffix)
  const next = [...parts, end].filter(Boolean).join(', ')
  const isNamed = parts.some(Boolean)
  const [entry] = useState({ text: next })
  useEffect(() => {
    entry.text = next
    if (titles.includes(entry)) update()
  }, [entry, next])
  useEffect(() => {
    if (!isNamed) return undefined
    titles.push(entry)
    update()
    return () => {
      titles.splice(titles.indexOf(entry), 1)
      // The title of the next page is set right after; until then the last one stays.
      if (titles.length > 0) update()
    }
  }, [entry, isNamed])
}
