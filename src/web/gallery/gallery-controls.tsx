import Search from 'lucide-react/icons/search'
import Star from 'lucide-react/icons/star'
import { useState } from 'react'

import { Avatar } from '#web/ui/avatar.tsx'
import {
  Button,
  type ButtonVariant,
  type ButtonSize,
  IconButton,
  KeyHint,
} from '#web/ui/button.tsx'
import { Icon, Logo } from '#web/ui/icon.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { SegmentedControl } from '#web/ui/segmented-control.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { GallerySection, InteractionStates } from './gallery-section.tsx'

const looks: ButtonVariant[] = ['primary', 'plain', 'quiet', 'danger']
const sizes: ButtonSize[] = ['small', 'normal', 'large']

export function GalleryControls() {
  const [chosen, setChosen] = useState('first')
  return (
    <>
      {looks.map((look) => (
        <GallerySection key={look} name={`Button, ${look}`}>
          {sizes.map((size) => (
            <Button key={size} variant={look} size={size}>
              {size}
            </Button>
          ))}
          <Button variant={look} icon={Star} hint="C">
            With icon and key
          </Button>
          <InteractionStates>
            {(state) => <Button variant={look}>{state}</Button>}
          </InteractionStates>
          <Button variant={look} busy>
            Busy
          </Button>
          <Button variant={look} busy icon={Star}>
            Busy with icon
          </Button>
          <Button variant={look} disabled>
            Disabled
          </Button>
          <Button variant={look} aria-disabled data-tip="You’re offline." aria-describedby="why">
            Paused
          </Button>
        </GallerySection>
      ))}
      <p id="why" className="sr-only">
        You’re offline.
      </p>
      <GallerySection name="Icon button, key, icon, mark">
        <IconButton icon={Star} label="Star this" />
        <InteractionStates>
          {(state) => <IconButton icon={Star} label={`Star, ${state}`} />}
        </InteractionStates>
        <IconButton icon={Star} label="Star, disabled" disabled />
        <KeyHint>Ctrl K</KeyHint>
        <Icon of={Search} label="Search" />
        <Logo />
      </GallerySection>
      <GallerySection name="Choice and tabs">
        <SegmentedControl
          label="Sample choice"
          value={chosen}
          options={['first', 'second', 'third'].map((value) => ({ value, label: value }))}
          onChoose={setChosen}
        />
        <Tabs
          label="Sample tabs"
          tabs={['Open', 'Archived'].map((label, at) => ({ label, to: '', current: at === 0 }))}
        />
        <div className="w-full">
          <Tabs
            look="line"
            label="Sample parts"
            tabs={[
              { label: 'Contacts', to: '', current: true },
              { label: 'Segments', to: '?tab=segments', current: false, count: 6 },
              { label: 'Tags', to: '?tab=tags', current: false, count: 1018 },
            ]}
          />
        </div>
        <InteractionStates>
          {(state) => (
            <Tabs
              look="line"
              label={`Parts, ${state}`}
              tabs={[
                { label: 'First', to: '', current: true, icon: Star },
                { label: 'Second', to: '?tab=2', current: false },
              ]}
            />
          )}
        </InteractionStates>
      </GallerySection>
      <GallerySection name="People and times">
        {['Eira Morgan', 'Demo', 'żółć', '李雷', '☃'].map((name) => (
          <Avatar key={name} id={name} name={name} />
        ))}
        <Avatar id="workspace" name="Fern & Field" size={32} square />
        <RelativeTime at="2024-02-29T12:00:00.000Z" />
      </GallerySection>
    </>
  )
}
