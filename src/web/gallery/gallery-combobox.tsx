import { useState } from 'react'

import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { filterOptions } from '#web/ui/form/combobox.rules.ts'
import { Combobox, MultiCombobox } from '#web/ui/form/combobox.tsx'
import { splitTags } from '#web/ui/form/split-tags.rules.ts'
import { GallerySection } from './gallery-section.tsx'

const people = [
  { id: 'usr_asha', label: 'Asha Bellweather', detail: 'asha@bellweather.example' },
  { id: 'usr_dan', label: 'Dan Whitcombe', detail: 'dan@whitcombe.example' },
  { id: 'usr_eira', label: 'Eira Morgan', detail: 'eira@fernandfield.example' },
  { id: 'usr_jamie', label: 'Jamie Tran', detail: 'jamie@fernandfield.example' },
]
type Person = (typeof people)[number]

const option = (label: string) => ({ id: label, label })
const tags = ['customer', 'lapsed', 'market 2025', 'partner', 'refill', 'wholesale'].map(option)
const cities = Array.from({ length: 250 }, (_, index) => option(`City ${index + 1}`))
const none: readonly { id: string; label: string }[] = []

/** Fields that choose from many options. */
export function GalleryCombobox() {
  const [owner, setOwner] = useState<Person | null>(people[3] ?? null)
  const [chosen, setChosen] = useState(tags.slice(0, 2))
  const [city, setCity] = useState<(typeof cities)[number] | null>(null)
  const [hasDialog, setHasDialog] = useState(false)
  const tagField = (
    <MultiCombobox
      label="Tags"
      hint="Choose tags or create new ones."
      placeholder="Add a tag"
      options={tags}
      values={chosen}
      onChange={(next) => setChosen([...next])}
      createOption={option}
      split={splitTags}
    />
  )
  return (
    <GallerySection name="Combobox">
      <div className="grid w-72 gap-4">
        <Combobox label="Owner" options={people} value={owner} onChange={setOwner} />
        {tagField}
        <Combobox label="City" options={cities} value={city} onChange={setCity} isRequired />
      </div>
      <div className="grid w-72 gap-4">
        <RemoteCombobox />
        <Combobox
          label="Searching"
          options={none}
          status="loading"
          onSearch={() => {}}
          value={null}
          onChange={() => {}}
        />
        <Combobox
          label="Segment"
          issue="Choose a segment."
          options={none}
          value={null}
          onChange={() => {}}
        />
        <Combobox label="Disabled" options={people} value={owner} onChange={setOwner} disabled />
        <MultiCombobox
          label="Disabled tags"
          options={tags}
          values={tags.slice(0, 1)}
          onChange={() => {}}
          disabled
        />
      </div>
      <Button onClick={() => setHasDialog(true)}>Tags in a dialog</Button>
      {hasDialog && (
        <Dialog title="Edit tags" onClose={() => setHasDialog(false)}>
          {tagField}
        </Dialog>
      )}
    </GallerySection>
  )
}

/** Searches as a server would: the first search fails. */
function RemoteCombobox() {
  const [person, setPerson] = useState<Person | null>(null)
  const [text, setText] = useState('')
  const [hasFailed, setHasFailed] = useState(true)
  return (
    <Combobox
      label="Vote on behalf of"
      placeholder="Search people"
      options={hasFailed ? [] : filterOptions(people, text)}
      status={hasFailed ? 'failed' : 'ready'}
      onSearch={setText}
      onRetry={() => setHasFailed(false)}
      value={person}
      onChange={setPerson}
    />
  )
}
