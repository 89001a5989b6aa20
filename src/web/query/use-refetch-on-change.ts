import { useEffect, useRef } from 'react'

/** Reads the history of a resource again when the resource has another version: a change, by whomever, is in it. */
export function useRefetchOnChange(refetch: () => unknown, version: string | undefined): void {
  const last = useRef(version)
  useEffect(() => {
    if (version === last.current) return
    last.current = version
    void refetch()
  }, [refetch, version])
}
