import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'

import { ApiError } from '#client/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogForm } from '#web/ui/form/dialog-form.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Menu, MenuRadioGroup, MenuItem, MenuSeparator, MenuText } from '#web/ui/popup/menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { GallerySection } from './gallery-section.tsx'

const undo = { label: 'Undo', run: () => toast({ text: 'Taken back' }) }

/** Menus, dialogs, toasts, tooltips. */
export function GalleryOverlays() {
  const [open, setOpen] = useState(false)
  const [isForm, setForm] = useState(false)
  return (
    <GallerySection name="Layers">
      <Menu trigger={<Button>Open the menu</Button>}>
        <SampleItems />
      </Menu>
      <Button onClick={() => setOpen(true)}>Open the dialog</Button>
      <Button onClick={() => setForm(true)}>Open the form</Button>
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
      {isForm && <SampleForm onClose={() => setForm(false)} />}
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

/** Its request is rejected, which an alert says above the buttons. */
function SampleForm({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [error, setError] = useState<ApiError | null>(null)
  return (
    <DialogForm
      title="A form"
      submitLabel="Save"
      secondary={{ label: 'Save and close', onSubmit: onClose }}
      isDirty={name !== ''}
      isTextKept
      save={{ error }}
      onSubmit={() => setError(new ApiError({ code: 'conflict', status: 409, message: 'Taken.' }))}
      onClose={onClose}
    >
      <Field
        label="Name"
        value={name}
        data-autofocus
        onChange={({ target }) => setName(target.value)}
      />
    </DialogForm>
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
