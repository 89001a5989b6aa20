import { createContext, useContext, useEffect } from 'react'

/** The workspace every page's title ends with; undefined before signing in. */
export const TitleSuffix = createContext<string | undefined>(undefined)

let prefix = ''
let title = ''
const update = () => void (document.title = prefix + title)

/** Put before the title of every page: how many jobs run. */
export const setTitlePrefix = (text: string) => {
  prefix = text
  update()
}

/** `Thing, Section, Workspace` in the tab. */
export function useTitle(...parts: (string | undefined)[]) {
  const end = useContext(TitleSuffix)
  const next = [...parts, end].filter(Boolean).join(', ')
  useEffect(() => {
    title = next
    update()
  }, [next])
}
