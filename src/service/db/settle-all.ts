/** Waits for all of them, also when one fails: what is still under way must not outlive its transaction. */
export async function settleAll<const Work extends readonly Promise<unknown>[]>(
  work: Work,
): Promise<{ -readonly [At in keyof Work]: Awaited<Work[At]> }> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
