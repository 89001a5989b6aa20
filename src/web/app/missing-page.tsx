import { Link } from 'react-router-dom'

import { words } from '#web/messages/en/en.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

const said = words.app.missing

/** An address that leads nowhere. */
export const MissingPage = () => (
  <>
    <PageHeader title={said.title} />
    <p className="mt-2 text-ink-2">{said.meaning}</p>
    <Link to={paths.boards()} className={`${buttonClass('primary')} mt-5`}>
      {said.boards}
    </Link>
  </>
)
