import Search from 'lucide-react/icons/search'
import { Link } from 'react-router-dom'

import { messages } from '#web/messages/en/app.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageState } from '#web/ui/page-states.tsx'

const text = messages.app

export const Component = () => (
  <PageState
    isPage
    state="missing"
    icon={Search}
    title={text.notFound.title}
    action={
      <Link to={paths.boards()} className={buttonClass('primary')}>
        {text.notFound.boards}
      </Link>
    }
  >
    {text.notFound.meaning}
  </PageState>
)
