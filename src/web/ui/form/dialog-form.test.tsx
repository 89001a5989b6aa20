import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { ApiError } from '#client/api-error.ts'
import { observable } from '#web/external-store.ts'
import { render } from '#web/test-page.tsx'
import { startTypeAheadBuffer } from '#web/ui/type-ahead-buffer.tsx'
import { ConfirmRemovalDialog, DialogForm } from './dialog-form.tsx'
import { Field } from './field.tsx'

const dialog = page.getByRole('dialog', { name: 'New garden' })
const field = (name: string) => dialog.getByRole('textbox', { name })
const submit = dialog.getByRole('button', { name: 'Create' })

type FormProps = Partial<Parameters<typeof DialogForm>[0]>

/** A form of two fields, of which the second is required. Returns how often it was submitted. */
function openForm(props: FormProps = {}) {
  const submitted: string[] = []
  function Form() {
    const [isOpen, setOpen] = useState(true)
    const [[name, place], setContent] = useState(['', ''])
    const [issue, setIssue] = useState<string>()
    if (!isOpen) return null
    return (
      <DialogForm
        title="New garden"
        submitLabel="Create"
        isDirty={name !== ''}
        validate={() => (setIssue(place ? undefined : 'Enter a place.'), place !== '')}
        onSubmit={() => submitted.push(`${name} ${place}`)}
        onClose={() => setOpen(false)}
        {...props}
      >
        {props.children ?? (
          <>
            <Field
              label="Name"
              value={name}
              data-autofocus
              onChange={({ target }) => setContent([target.value, place ?? ''])}
            />
            <Field
              label="Place"
              value={place}
              issue={issue}
              onChange={({ target }) => setContent([name ?? '', target.value])}
            />
          </>
        )}
      </DialogForm>
    )
  }
  render(<Form />)
  return submitted
}

test('Ctrl Enter submits a form from any of its fields', async () => {
  const submitted = openForm()
  await field('Name').fill('Roses')
  await field('Place').fill('South')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => submitted).toEqual(['Roses South'])
})

test('the first wrong field gets the focus instead of a request', async () => {
  const submitted = openForm()
  await expect.element(field('Name')).toHaveFocus()
  await submit.click()
  await expect.element(field('Place')).toHaveFocus()
  expect(submitted).toEqual([])
})

test('Escape closes a form at once, and asks first where something was typed', async () => {
  openForm()
  await userEvent.keyboard('Roses{Escape}')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(field('Name')).toHaveValue('Roses')
  await field('Name').fill('')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a form is not submitted again while its request is pending', async () => {
  const submitted = openForm({ validate: () => true, save: { isPending: true } })
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(submit).toHaveAttribute('aria-busy', 'true')
  expect(submitted).toEqual([])
})

test('offline a form stays open and its button says why it does nothing', async () => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'onLine'))
  const submitted = openForm({ validate: () => true })
  await userEvent.keyboard('Roses{Enter}')
  await expect.element(submit).toHaveAttribute('aria-disabled', 'true')
  expect(submitted).toEqual([])
})

test('a rejected request is an alert, which says whether the text is kept', async () => {
  const error = new ApiError({ code: 'conflict', status: 409, message: 'Taken.' })
  openForm({ save: { error }, isTextKept: true })
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(/Taken.*Your text is kept/)
})

test('a dangerous form without a field to start in starts on Cancel, also for Ctrl Enter', async () => {
  const children = <p>All roses are removed.</p>
  const submitted = openForm({ variant: 'danger', validate: () => true, children })
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await submit.click()
  expect(submitted).toHaveLength(1)
})

test('a line that no field takes submits nothing', async () => {
  const stop = startTypeAheadBuffer(() => undefined)
  await userEvent.keyboard('Roses{Enter}')
  const submitted = openForm({ validate: () => true })
  await expect.element(dialog).toBeVisible()
  stop()
  await field('Place').fill('South')
  expect(submitted).toEqual([])
  await submit.click()
  expect(submitted).toHaveLength(1)
})

test('a late response closes the form it belongs to and no later one', async () => {
  const respond: (() => void)[] = []
  const openDialog = observable<ReactNode>(null)
  const Page = () => useSyncExternalStore(openDialog.subscribe, openDialog.get)
  render(<Page />)
  const close = () => openDialog.set(null)
  const request = () => new Promise<void>((resolve) => respond.push(resolve))
  const next = page.getByRole('dialog', { name: 'Next' })
  const nextForm = (
    <DialogForm title="Next" submitLabel="Save" onSubmit={close} onClose={close}>
      <p>Roses</p>
    </DialogForm>
  )
  const forms = [
    <ConfirmRemovalDialog
      key="removal"
      title="First"
      effect="Gone for good."
      action="Send"
      remove={async () => (await request(), { state: 'removed' })}
      onClose={close}
      onRemoved={() => undefined}
    />,
    <DialogForm
      key="form"
      title="First"
      submitLabel="Send"
      onSubmit={async (closeForm) => (await request(), closeForm())}
      onClose={close}
    >
      <p>Roses</p>
    </DialogForm>,
  ]
  for (const form of forms) {
    openDialog.set(form)
    await page.getByRole('button', { name: 'Send' }).click()
    await userEvent.keyboard('{Escape}')
    openDialog.set(nextForm)
    await expect.element(next).toBeVisible()
    respond.pop()?.()
    await Promise.resolve()
    await new Promise(requestAnimationFrame)
    await expect.element(next).toBeVisible()
    close()
    await expect.element(next).not.toBeInTheDocument()
  }
})

test('a second button is unavailable while the request is pending', async () => {
  const second: string[] = []
  const secondary = { label: 'Create another', onSubmit: () => second.push('another') }
  openForm({ validate: () => true, secondary, save: { isPending: true } })
  const button = dialog.getByRole('button', { name: 'Create another' })
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await button.click({ force: true })
  expect(second).toEqual([])
})

test('a form that becomes dangerous takes the focus from its submit button', async () => {
  const isDangerous = observable(false)
  function Form() {
    const variant = useSyncExternalStore(isDangerous.subscribe, isDangerous.get)
      ? 'danger'
      : 'primary'
    return (
      <DialogForm
        title="New garden"
        submitLabel="Create"
        variant={variant}
        onSubmit={() => undefined}
        onClose={() => undefined}
      >
        <p>Roses</p>
      </DialogForm>
    )
  }
  render(<Form />)
  await expect.element(submit).toHaveFocus()
  isDangerous.set(true)
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
})
