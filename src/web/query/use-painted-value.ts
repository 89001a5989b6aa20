import { useEffect, useState } from 'react'

/** The last value that was painted: for requests that nothing on the screen waits for, which would delay its paint. */
export function usePaintedValue(value: string): string | undefined {
  const [painted, setPainted] = useState<string>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // A callback of a frame runs before its paint.
    const frame = requestAnimationFrame(() => (timer = setTimeout(() => setPainted(value))))
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [value])
  return painted
}
