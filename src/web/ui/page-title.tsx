import { createContext, useContext, useEffect } from 'react'

/** The workspace every page's title ends with; undefined before signing in. */
export const TitleEnd = createContext<string | undefined>(undefined)

let start = ''
let shown = ''
const show = () => void (document.title = start + shown)

/** Put before the title of every page: how many jobs run. */
export const setTitleStart = (text: string) => {
  start = text
  show()
}

/** `Thing, Section, Workspace` in the tab. */
export function useTitle(...parts: (string | undefined)[]) {
  const end = useContext(TitleEnd)
  const title = [...parts, end].filter(Boolean).join(', ')
  useEffect(() => {
    shown = title
    show()
  }, [title])
}
