import { useInfiniteQuery } from '@tanstack/react-query'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'

import type { Automation } from '#client/resources.ts'
import { listPages } from '#web/email/lists/lists.data.ts'
import {
  automationsText,
  automationText as text,
  enrollText,
} from '#web/messages/en/automations.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { useCanWrite, useCapability } from '#web/session/use-capabilities.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { CopyableId } from '#web/ui/copyable.tsx'
import { useDialogOpener } from '#web/ui/dialog.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { formatNumber, useDateSettings } from '#web/ui/format.ts'
import { useTitle } from '#web/ui/page-title.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { useOfflineProps } from '#web/ui/use-offline-props.ts'
import { AutomationMenu } from './automation-menu.tsx'
import { canEnroll, canStart, setAutomationStatus } from './edit-automation.data.ts'
import { EnrollForm } from './enroll-form.tsx'
import { EnrollmentList } from './enrollment-list.tsx'

interface AutomationDrawerProps {
  automation_id: string
  /** Undefined when no automation has this id. */
  automation: Automation | undefined
  onClose: () => void
}

/** One automation over the table: what it is, whom to enroll, and who is. */
export function AutomationDrawer({ automation_id, automation, onClose }: AutomationDrawerProps) {
  useDateSettings() // the facts show numbers
  const { dialog, openDialog } = useDialogOpener()
  const isSupported = useCapability('automations.write')
  const canWrite = useCanWrite()
  useTitle(automation?.name ?? automationsText.notFound, automationsText.title)
  if (!automation)
    return (
      <Drawer title={automationsText.notFound} onClose={onClose}>
        <p data-state="missing">{automationsText.notFoundDescription}</p>
      </Drawer>
    )
  return (
    <Drawer
      title={automation.name}
      onClose={onClose}
      details={
        automation.status && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StatusPill kind="automation" value={automation.status} />
          </div>
        )
      }
      actions={
        canWrite &&
        isSupported && (
          <>
            <StatusButton automation={automation} />
            <AutomationMenu
              {...{ automation, openDialog }}
              onDeleted={onClose}
              trigger={<IconButton icon={Ellipsis} label={text.actions(automation.name)} />}
            />
          </>
        )
      }
    >
      <div data-state="ready" className="grid gap-6">
        <Facts automation={automation} />
        {canWrite && (
          <Section title={enrollText.title}>
            {canEnroll(automation) ? (
              <EnrollForm automation={automation} />
            ) : (
              <p className="text-cell text-ink-2">{enrollText.notActive}</p>
            )}
          </Section>
        )}
        {isSupported && (
          <Section title={text.enrollments}>
            <EnrollmentList automation_id={automation_id} list_id={automation.list_id} />
          </Section>
        )}
      </div>
      {dialog}
    </Drawer>
  )
}

function StatusButton({ automation }: { automation: Automation }) {
  const session = useSession()
  const offlineProps = useOfflineProps()
  const isPaused = canStart(automation)
  if (!isPaused && automation.status !== 'active') return null
  return (
    <Button
      {...offlineProps}
      size="small"
      icon={isPaused ? Play : Pause}
      onClick={() =>
        !offlineProps && setAutomationStatus(session, automation, isPaused ? 'active' : 'paused')
      }
    >
      {isPaused ? text.start : text.pause}
    </Button>
  )
}

/** What the server says about it. */
function Facts({ automation }: { automation: Automation }) {
  const { id, list_id, trigger, allow_repeat, counts } = automation
  const lists = useInfiniteQuery(listPages())
  const list = lists.data?.pages.flatMap(({ data }) => data).find((one) => one.id === list_id)
  const triggers: Partial<Record<string, string>> = text.triggers
  return (
    <dl className="grid gap-1.5 text-cell">
      <Fact name={text.idLabel}>
        <CopyableId id={id} label={text.id} />
      </Fact>
      {list && (
        <Fact name={automationsText.list}>
          <Link to={paths.list(list.id)} className="text-accent-ink hover:underline">
            <bdi>{list.name}</bdi>
          </Link>
        </Fact>
      )}
      {trigger && <Fact name={text.trigger}>{triggers[trigger] ?? trigger}</Fact>}
      {allow_repeat !== undefined && (
        <Fact name={text.repeat}>{allow_repeat ? text.repeats : text.repeatsNot}</Fact>
      )}
      {counts && (
        <>
          <Fact name={automationsText.active}>{formatNumber(counts.active)}</Fact>
          <Fact name={automationsText.completed}>{formatNumber(counts.completed)}</Fact>
        </>
      )}
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3">
    <dt className="text-ink-3">{name}</dt>
    <dd>{children}</dd>
  </div>
)

function Section({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="grid gap-3">
      <h3 id={heading} className="text-body font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}
