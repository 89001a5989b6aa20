import Search from 'lucide-react/icons/search'
import Star from 'lucide-react/icons/star'
import { useState } from 'react'

import { IconButton } from '#web/ui/button.tsx'
import { Checkbox, Switch } from '#web/ui/form/checkbox.tsx'
import { Field, TextArea } from '#web/ui/form/field.tsx'
import { GallerySection, InteractionStates } from './gallery-section.tsx'

const long = 'Donaudampfschifffahrtsgesellschaftskapitän'

/** Controls of forms. */
export const GalleryForms = () => (
  <>
    <GallerySection name="Field">
      <Field label="Plain" placeholder="Placeholder" />
      <InteractionStates>{(state) => <Field label={state} />}</InteractionStates>
      <Field label="With a hint" hint="What it is good for." defaultValue={long} />
      <Field label="Wrong" issue="Enter a name." icon={Search} />
      <Field label="Disabled" disabled defaultValue="Cannot be changed" />
      <Field
        label="With a button inside"
        type="password"
        defaultValue="0123456789"
        trailing={<IconButton icon={Star} label="Show" />}
      />
      <Field large label="Large" />
      <TextArea label="Text, disabled" disabled defaultValue="Cannot be changed" />
      <TextArea label="Text" hint="Grows with what is written." defaultValue={'One\nTwo'} />
    </GallerySection>
    <GallerySection name="Checkbox">
      <Checkbox label="Not ticked" />
      <InteractionStates>{(state) => <Checkbox label={state} />}</InteractionStates>
      <InteractionStates>
        {(state) => <Checkbox label={`Ticked, ${state}`} defaultChecked />}
      </InteractionStates>
      <Checkbox label="Ticked" hint="with a hint" defaultChecked />
      <Checkbox label="Not ticked, disabled" disabled />
      <Checkbox label="Ticked, disabled" disabled defaultChecked />
      <Checkbox label="Some, disabled" disabled indeterminate />
      <Checkbox
        label="Ticked, paused"
        defaultChecked
        aria-disabled
        data-tip="You’re offline."
        aria-describedby="why-paused-sample"
      />
      <p id="why-paused-sample" className="sr-only">
        You’re offline.
      </p>
      <SomeOfTwo />
    </GallerySection>
    <GallerySection name="Switch">
      <Switch label="Off" />
      <InteractionStates>
        {(state) => <Switch label={`On, ${state}`} defaultChecked />}
      </InteractionStates>
      <Switch label="On" hint="with a hint" defaultChecked />
      <Switch label="Off, disabled" disabled />
      <Switch label="On, disabled" disabled defaultChecked />
    </GallerySection>
  </>
)

/** A checkbox for both of two, as in the head of a table. */
function SomeOfTwo() {
  const [checked, setChecked] = useState([true, false])
  const all = checked.every(Boolean)
  return (
    <div className="flex gap-2">
      <Checkbox
        label="All rows"
        checked={all}
        indeterminate={!all && checked.some(Boolean)}
        onChange={(event) => setChecked(checked.map(() => event.target.checked))}
      />
      {checked.map((one, index) => (
        <Checkbox
          key={index}
          hideLabel
          label={`Row ${index + 1}`}
          checked={one}
          onChange={(event) =>
            setChecked((before) =>
              before.map((value, at) => (at === index ? event.target.checked : value)),
            )
          }
        />
      ))}
    </div>
  )
}
