import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { words } from '#web/words/en.ts'

const said = words.app.rekey

/** Drawn over the page once the key stops working; the page stays as it is beneath. */
export function RekeyDialog() {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [closed, setClosed] = useState(false)

  if (closed) return null
  return (
    <Dialog title={said.title} onClose={() => setClosed(true)}>
      <p className="text-ink-2">{said.meaning}</p>
      <Button
        look="primary"
        data-autofocus
        className="justify-self-end"
        onClick={() => void navigate(paths.signIn(pathname + search))}
      >
        {said.connect}
      </Button>
    </Dialog>
  )
}
