import { createContext, useContext, useEffect } from 'react'

/** The workspace every page's title ends with; undefined before signing in. */
export const TitleSuffix = createContext<string | undefined>(undefined)

let start = ''
let shown = ''
const show = () => void (document.title = start + shown)

/** Put before the title of every page: how many jobs run. */
export const setTitlePrefix = (text: string) => {
  start = text
  show()
}

/** `Thing, Section, Workspace` in the tab. */
export function useTitle(...parts: (string | undefined)[]) {
  const end = useContext(TitleSuffix)
  const title = [...parts, end].filter(Boolean).join(', ')
  useEffect(() => {
    shown = title
    show()
  }, [title])
}
