import { createContext, useContext, useEffect } from 'react'

/** The workspace every page's title ends with; undefined before signing in. */
export const TitleEnd = createContext<string | undefined>(undefined)

/** `Thing, Section, Workspace` in the tab. */
export function useTitle(...parts: (string | undefined)[]) {
  const end = useContext(TitleEnd)
  const title = [...parts, end].filter(Boolean).join(', ')
  useEffect(() => {
    document.title = title
  }, [title])
}
