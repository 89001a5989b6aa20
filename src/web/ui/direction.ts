/** Which way an arrow key goes along the language: 1 to what comes next, -1 back, 0 for any other key. */
export function sideways(key: string): -1 | 0 | 1 {
  if (key !== 'ArrowRight' && key !== 'ArrowLeft') return 0
  const isMirrored = getComputedStyle(document.documentElement).direction === 'rtl'
  return (key === 'ArrowRight') === isMirrored ? -1 : 1
}
