import { createContext, useContext, useEffect } from 'react'

/** The workspace every page's title ends with; undefined before signing in. */
export const TitleSuffix = createContext<string | undefined>(undefined)

let prefix = ''
let shown = ''
const update = () => void (document.title = prefix + shown)

/** Put before the title of every page: how many jobs run. */
export const setTitlePrefix = (text: string) => {
  prefix = text
  update()
}

/** `Thing, Section, Workspace` in the tab. */
export function useTitle(...parts: (string | undefined)[]) {
  const end = useContext(TitleSuffix)
  const title = [...parts, end].filter(Boolean).join(', ')
  useEffect(() => {
    shown = title
    update()
  }, [title])
}
