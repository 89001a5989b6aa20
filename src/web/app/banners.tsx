import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { asApiError } from '#client/api-error.ts'
import { useSession } from '#web/session/session.ts'
import { announce } from '#web/ui/announce.tsx'
import { words } from '#web/words/en.ts'

const said = words.app.banner
const line = 'flex items-center gap-3 border-b px-4 py-1.5 text-cell md:px-7'
const warning = `${line} border-warn-line bg-warn-soft text-warn-ink`

/** A slim line over the page while the network or the service is away. */
export function Banners() {
  const online = useOnline()
  const unreachable = useUnreachable()
  return (
    <>
      {!online && <Offline />}
      {online && unreachable && <Unreachable />}
      <BackOnline />
    </>
  )
}

function useOnline() {
  const online = useSyncExternalStore(onConnectivity, () => navigator.onLine)
  useEffect(() => {
    document.documentElement.dataset['online'] = String(online)
  }, [online])
  return online
}

function onConnectivity(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether the last read that ended got no answer at all. */
function useUnreachable() {
  const { cache } = useSession()
  const [unreachable, setUnreachable] = useState(false)
  useEffect(
    () =>
      cache.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated') return
        if (event.action.type === 'success') setUnreachable(false)
        // `failed` is a try that will be made again, `error` the last of them.
        if (event.action.type === 'failed' || event.action.type === 'error') {
          setUnreachable(isUnreachable(event.action.error))
        }
      }),
    [cache],
  )
  return unreachable
}

const isUnreachable = (error: unknown) => asApiError(error).code === 'unreachable'

function Offline() {
  useEffect(() => announce(said.offline), [])
  return <p className={warning}>{said.offline}</p>
}

const WAIT = 8

function Unreachable() {
  const { call, cache } = useSession()
  const [left, setLeft] = useState(WAIT)
  const tryNow = () => {
    setLeft(WAIT)
    const isBack = () => void cache.refetchQueries({ type: 'active' })
    // One small question first: asking for everything again would turn what the page says back into a skeleton.
    call('GET /me', {}).then(isBack, (error) => isUnreachable(error) || isBack())
  }
  const due = useRef(tryNow)
  useEffect(() => void (due.current = tryNow))
  useEffect(() => announce(said.unreachable(WAIT)), [])
  useEffect(() => {
    const timer = setTimeout(() => (left > 1 ? setLeft(left - 1) : due.current()), 1000)
    return () => clearTimeout(timer)
  }, [left])

  return (
    <div className={warning}>
      {said.unreachable(left)}
      <button type="button" className="rounded-chip font-semibold underline" onClick={tryNow}>
        {said.tryNow}
      </button>
    </div>
  )
}

/** Said for three seconds after the network came back. */
function BackOnline() {
  const [back, setBack] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const show = () => {
      setBack(true)
      announce(said.online)
      timer = setTimeout(() => setBack(false), 3000)
    }
    addEventListener('online', show)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', show)
    }
  }, [])
  return back && <p className={`${line} border-ok-line bg-ok-soft text-ok-ink`}>{said.online}</p>
}
