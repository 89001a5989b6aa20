import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { sentCampaignsQuery } from '#web/email/campaigns/campaigns.data.ts'

const PATIENCE = 2000

/**
 * True once the panel that index.html asks for is painted: until then no other shares the line with it, unless it fails
 * or keeps them waiting. On coming back, `known` says that the others were there before.
 */
export function useFirstContent(known: boolean): boolean {
  const { isPending, failureCount } = useQuery(sentCampaignsQuery())
  const [painted, setPainted] = useState(known)
  const came = !isPending || failureCount > 0
  useEffect(() => {
    if (!came) return
    const frame = requestAnimationFrame(() => setPainted(true))
    return () => cancelAnimationFrame(frame)
  }, [came])
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  return painted
}
