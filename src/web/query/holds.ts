/** Who wants the cache to ask nothing by itself for a while. */
export function createHolds() {
  const held = new Set<symbol>()
  return {
    isHeld: (): boolean => held.size > 0,
    hold: (): (() => void) => {
      const own = Symbol('hold')
      held.add(own)
      return () => void held.delete(own)
    },
  }
}
