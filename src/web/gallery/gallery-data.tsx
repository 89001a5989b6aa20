import Info from 'lucide-react/icons/info'
import { useState } from 'react'

import { IconButton } from '#web/ui/button.tsx'
import { StatTile, StatTiles } from '#web/ui/chart/stat-tile.tsx'
import { CodeBlock, CopyableId } from '#web/ui/copyable.tsx'
import { CountBadge } from '#web/ui/label/count-badge.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { Breadcrumb, Stepper } from '#web/ui/steps.tsx'
import { GallerySection } from './gallery-section.tsx'

/** How data is presented: statuses, counts, numbers. */
export const GalleryData = () => (
  <>
    <GallerySection name="Status pill">
      {(['subscribed', 'pending', 'bounced', 'unsubscribed', 'soft_bounced'] as const).map(
        (value) => (
          <StatusPill key={value} kind="contact" value={value} />
        ),
      )}
      {(['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled', 'error'] as const).map(
        (value) => (
          <StatusPill key={value} kind="campaign" value={value} />
        ),
      )}
      <StatusPill kind="delivery" value="failed">
        Failed 500
      </StatusPill>
      <StatusPill kind="delivery" value="pending">
        Retrying
      </StatusPill>
      <StatusPill kind="automation" value="active" />
      <StatusPill kind="enrollment" value="completed" />
      <StatusPill kind="entry" value="published" />
      <Pill family="info">Team</Pill>
      <div className="w-28"></div>
    </GallerySection>
    <GallerySection name="Count badge">
      <CountBadge count={14} label="14 new posts" />
      <CountBadge count={1} label="1 new post" />
      <CountBadge count={1234} label="1,234 new posts" />
      <CountBadge count={0} label="No new posts" />
      <CountBadge tone="mute" count={6} label="6 segments" />
    </GallerySection>
    <GallerySection name="Stat tile">
      <div className="w-full max-w-5xl">
        <StatTiles label="Sample campaign">
          <StatTile
            label="Open rate"
            value="41.6"
            unit="%"
            adornment={<IconButton icon={Info} label="Of delivered" />}
            difference={{
              direction: 'up',
              tone: 'ok',
              amount: '3.2 points',
              text: 'above your average',
            }}
          />
          <StatTile
            label="Unsubscribed"
            value="0.21"
            unit="%"
            difference={{
              direction: 'up',
              tone: 'bad',
              amount: '0.06 points',
              text: 'above your average',
            }}
          />
          <StatTile
            label="Delivered"
            value="98.9"
            unit="%"
            difference={{ text: 'in line with your average' }}
          />
          <StatTile label="Contacts" value="1,004,218" to="" difference={{ text: 'a link' }} />
        </StatTiles>
      </div>
      <div className="w-full max-w-md">
        <StatTiles label="Loading sample">
          <StatTile label="Overdue" value={undefined} />
          <StatTile label="Due today" value="0" difference={{ text: 'nothing due' }} />
        </StatTiles>
      </div>
    </GallerySection>
    <GallerySection name="Copyable ID and code">
      <CopyableId label="list ID" id="lst_7Qm2c" />
      <div className="w-40">
        <CopyableId label="long ID" id="crd_01JD8Z6W4K2Q9T7X5V3B1N0MHG" />
      </div>
      <div className="w-full max-w-xl">
        <CodeBlock
          label="Request"
          code={`POST /in\nContent-Type: application/json\n\n{\n  "event": "card.moved",\n  "created_at": "2025-11-20T15:42:07Z", "a_long_line": "${'x'.repeat(80)}"\n}`}
        />
      </div>
    </GallerySection>
    <GallerySection name="Breadcrumb and steps">
      <Breadcrumb crumbs={[{ label: 'Lists', to: '' }]} />
      <Breadcrumb crumbs={[{ label: 'Campaigns', to: '' }, { label: 'Report' }]} />
      <SampleSteps />
    </GallerySection>
  </>
)

function SampleSteps() {
  const [current, setCurrent] = useState('match')
  return (
    <Stepper
      label="Import"
      current={current}
      onChoose={setCurrent}
      steps={[
        { id: 'file', label: 'File', state: 'done' },
        { id: 'match', label: 'Match columns', state: 'upcoming' },
        { id: 'check', label: 'Check', state: 'failed' },
        { id: 'choose', label: 'Choose', state: 'upcoming' },
        { id: 'run', label: 'Run', state: 'upcoming', disabled: true },
      ]}
    />
  )
}
