import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'

import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Menu, MenuRadioGroup, MenuItem, MenuSeparator, MenuText } from '#web/ui/popup/menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { GallerySection } from './gallery-section.tsx'

const undo = { label: 'Undo', run: () => toast({ text: 'Taken back' }) }

/** Menus, dialogs, toasts, tooltips. */
export function GalleryOverlays() {
  const [open, setOpen] = useState(false)
  return (
    <GallerySection name="Layers">
      <Menu trigger={<Button>Open the menu</Button>}>
        <SampleItems />
      </Menu>
      <Button onClick={() => setOpen(true)}>Open the dialog</Button>
      <Button
        onClick={() =>
          toast({
            key: String(Math.random()), // so that they pile up
            text: 'Moved Poster to Done',
            strong: 'Poster',
            action: undo,
          })
        }
      >
        Toast with Undo
      </Button>
      <Button onClick={() => toast({ text: 'Not saved: the server is busy.', tone: 'bad' })}>
        Toast of a failure
      </Button>
      <Button data-tip="What it does, in a sentence.">With a tip</Button>
      {open && (
        <Dialog title="A dialog" onClose={() => setOpen(false)}>
          <Field label="Name" data-autofocus />
          <Menu trigger={<Button>Menu inside</Button>}>
            <SampleItems />
          </Menu>
          <Button variant="primary" onClick={() => toast({ text: 'Said inside the dialog' })}>
            Say something
          </Button>
        </Dialog>
      )}
    </GallerySection>
  )
}

function SampleItems() {
  const [theme, setTheme] = useState('system')
  return (
    <>
      <MenuText>A sentence that is not to choose.</MenuText>
      <MenuSeparator />
      <MenuRadioGroup
        label="One of three"
        value={theme}
        options={['system', 'light', 'dark'].map((value) => ({ value, label: value }))}
        onChoose={setTheme}
      />
      <MenuSeparator />
      <MenuItem icon={Trash} tone="bad" onSelect={() => toast({ text: 'Deleted', action: undo })}>
        Delete
      </MenuItem>
    </>
  )
}
