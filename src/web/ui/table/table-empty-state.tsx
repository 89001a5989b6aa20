import type { LucideIcon } from 'lucide-react'
import Plus from 'lucide-react/icons/plus'

import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page-states.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'

interface TableEmptyStateProps {
  icon: LucideIcon
  /** Omitted where this key or server cannot create any. */
  onCreate: (() => void) | undefined
  text: { empty: string; new: string; createDescription: string; emptyDescription: string }
}

/** A table without any rows offers to create the first one. */
export function TableEmptyState({ icon, onCreate, text }: TableEmptyStateProps) {
  const offlineProps = useOfflineProps()
  return (
    <EmptyState
      icon={icon}
      title={text.empty}
      action={
        onCreate && (
          <Button {...offlineProps} variant="primary" icon={Plus} data-create onClick={onCreate}>
            {text.new}
          </Button>
        )
      }
    >
      {onCreate ? text.createDescription : text.emptyDescription}
    </EmptyState>
  )
}
