import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'

import { Button, IconButton } from '#web/ui/button.tsx'
import { DateField } from '#web/ui/date/date-field.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { MultiCombobox } from '#web/ui/form/combobox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { toast } from '#web/ui/toast.ts'
import { GallerySection } from './gallery-section.tsx'

const tag = (label: string) => ({ id: label, label })
const tags = ['customer', 'market 2025', 'wholesale'].map(tag)

/** A contact, read and edited beside its table. */
export function GalleryDrawer() {
  const [isOpen, setIsOpen] = useState(false)
  const [isNew, setIsNew] = useState(false)
  return (
    <GallerySection name="Drawer">
      <Button onClick={() => setIsOpen(true)}>Open contact</Button>
      <Button onClick={() => setIsNew(true)}>Add contact</Button>
      {isOpen && <ContactDrawer onClose={() => setIsOpen(false)} />}
      {isNew && <NewContactDrawer onClose={() => setIsNew(false)} />}
    </GallerySection>
  )
}

function ContactDrawer({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState(tags.slice(0, 1))
  const [lastOrder, setLastOrder] = useState<string | null>('2025-11-02')
  return (
    <Drawer
      title="iris.calloway@hartlane.example"
      details={
        <div>
          <StatusPill kind="contact" value="subscribed" />
        </div>
      }
      actions={
        <IconButton
          icon={Trash}
          label="Delete contact"
          onClick={() => toast({ text: 'Deleted' })}
        />
      }
      onClose={onClose}
    >
      <div className="grid gap-5">
        <MultiCombobox
          label="Tags"
          options={tags}
          values={chosen}
          onChange={(next) => setChosen([...next])}
          createOption={tag}
        />
        <DateField
          label="Last order"
          value={lastOrder}
          onChange={setLastOrder}
          today="2025-11-20"
        />
        {[
          'First name',
          'Last name',
          'City',
          'Street',
          'Phone',
          'Company',
          'VAT number',
          'Notes',
        ].map((name) => (
          <Field key={name} label={name} />
        ))}
      </div>
    </Drawer>
  )
}

function NewContactDrawer({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  return (
    <Drawer
      title="Add contact"
      isDirty={() => email !== ''}
      startsInField
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" onClick={onClose}>
            Add contact
          </Button>
        </>
      }
    >
      <Field
        label="Email"
        type="email"
        data-autofocus
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
    </Drawer>
  )
}
