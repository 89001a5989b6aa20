import Search from 'lucide-react/icons/search'
import { Link } from 'react-router-dom'

import { missingPageText as text } from '#web/messages/en/missing-page.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageState } from '#web/ui/page-states.tsx'

export const Component = () => (
  <PageState
    isPage
    state="missing"
    icon={Search}
    title={text.title}
    action={
      <Link to={paths.boards()} className={buttonClass('primary')}>
        {text.boards}
      </Link>
    }
  >
    {text.meaning}
  </PageState>
)
