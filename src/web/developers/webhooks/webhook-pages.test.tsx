import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { findThemeViolations } from '#web/test-axe.ts'
import { errorResponse, textsOf } from '#web/test-page.tsx'
import { currentSession, openWebhooks } from './test-webhook-pages.ts'
import { buildWebhook } from './test-webhooks.ts'

const SECRET = 'whsec_c2VjcmV0LW9mLXRoaXMtdGVzdC1vbmx5'
const dialog = () => page.getByRole('dialog')
const main = page.getByRole('main')
const attempt = { at: new Date().toISOString(), duration_ms: 80, delivery_id: 'dlv_1' }

test('a row has state, last result, success and latency of a webhook', async () => {
  await openWebhooks('/developers/webhooks', {
    webhooks: [
      buildWebhook({
        description: 'CRM sync',
        last_attempt: { ...attempt, http_status: 204, error: null },
      }),
      buildWebhook({
        id: 'whk_2',
        url: 'https://old.example.com/',
        events: ['card.created', 'card.moved', 'post.created', 'post.deleted'],
        enabled: false,
        state: 'disabled',
        disabled_reason: 'gone',
        last_attempt: { ...attempt, http_status: 410, error: null },
      }),
      buildWebhook({
        id: 'whk_3',
        enabled: false,
        state: 'disabled',
        disabled_reason: 'failing',
        last_attempt: { ...attempt, http_status: null, error: 'dns' },
      }),
    ],
    responses: {
      'GET /webhooks/:webhook_id/stats': ({ input: { webhook_id } }) => ({
        last_24h:
          webhook_id === 'whk_1'
            ? { delivered: 199, failed: 1, p95_ms: 212 }
            : { delivered: 0, failed: 0, p95_ms: null },
        waiting: 0,
        oldest_waiting_at: null,
      }),
    },
  })
  const rows = page.getByTestId('row')
  await expect.element(rows.first()).toHaveTextContent('99.5% succeeded')
  await expect.element(rows.nth(1)).toHaveTextContent('No deliveries')
  const cellsOf = (index: number) => textsOf(rows.nth(index).getByRole('cell')).slice(1, 6)
  expect(cellsOf(0)).toEqual([
    'Everything',
    'Active',
    expect.stringMatching(/^Delivered 204/),
    expect.stringMatching(/99\.5% succeeded$/),
    '212 ms',
  ])
  await expect.element(rows.first().getByRole('cell').first()).toHaveTextContent(/CRM sync/)
  expect(cellsOf(1)).toEqual([
    'card.created, card.moved + 2',
    'Off: returned 410 Gone',
    expect.stringMatching(/^Failed 410/),
    'No deliveries',
    expect.stringMatching(/None/i),
  ])
  expect(cellsOf(2).slice(1, 3)).toEqual([
    'Off: no success for 3 days',
    expect.stringMatching(/^Name not found/),
  ])
  expect(await findThemeViolations()).toEqual([])
})

test('results of webhooks are read again while the page is open', async () => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let http_status = 200
  let failed = 0
  await openWebhooks('/developers/webhooks', {
    responses: {
      'GET /webhooks': () => ({
        data: [buildWebhook({ last_attempt: { ...attempt, http_status, error: null } })],
        paging: { next: null },
      }),
      'GET /webhooks/:webhook_id/stats': () => ({
        last_24h: { delivered: 1, failed, p95_ms: 80 },
        waiting: 0,
        oldest_waiting_at: null,
      }),
    },
  })
  const row = page.getByTestId('row')
  await expect.element(row).toHaveTextContent('100% succeeded')
  // No event of the stream tells of an attempt.
  currentSession().eventStreamActive.set(true)
  http_status = 500
  failed = 1
  await vi.advanceTimersByTimeAsync(15_000)
  await expect.element(row).toHaveTextContent('Failed 500')
  await expect.element(row).toHaveTextContent('50.0% succeeded')
})

test('pausing a webhook is shown at once and can be undone', async () => {
  let enabled = true
  await openWebhooks('/developers/webhooks', {
    webhooks: [buildWebhook()],
    responses: {
      'PATCH /webhooks/:webhook_id': ({ input }) => {
        enabled = input.enabled ?? enabled
        return buildWebhook({ enabled, state: enabled ? 'active' : 'disabled', version: '2' })
      },
    },
  })
  const row = page.getByTestId('row')
  await row.getByRole('button', { name: 'Actions for hooks.example.com/in' }).click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect.element(row).toHaveTextContent('Paused by hand')
  await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click()
  await expect.element(row).toHaveTextContent('Active')
  await expect.poll(() => enabled).toBe(true)
})

test('deleting a webhook names what is lost first', async () => {
  const { requests } = await openWebhooks('/developers/webhooks', {
    webhooks: [buildWebhook()],
    responses: { 'DELETE /webhooks/:webhook_id': () => new Response(null, { status: 204 }) },
  })
  await page.getByRole('button', { name: 'Actions for hooks.example.com/in' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await expect.element(dialog()).toHaveTextContent('Its deliveries, its headers and its signing')
  expect(requests).not.toContain('DELETE /webhooks/whk_1')
  await dialog().getByRole('button', { name: 'Delete webhook' }).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(requests).toContain('DELETE /webhooks/whk_1')
})

test('a deletion that waits for the server ends when it is canceled', async () => {
  let isReachable = false
  const { requests } = await openWebhooks('/developers/webhooks', {
    webhooks: [buildWebhook()],
    responses: {
      'DELETE /webhooks/:webhook_id': () => {
        if (!isReachable) throw new TypeError('Failed to fetch')
        return new Response(null, { status: 204 })
      },
      'PATCH /webhooks/:webhook_id': buildWebhook({ enabled: false, version: '2' }),
    },
  })
  const actions = page.getByRole('button', { name: 'Actions for hooks.example.com/in' })
  const sent = (method: string) => requests.filter((one) => one === `${method} /webhooks/whk_1`)
  await actions.click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await dialog().getByRole('button', { name: 'Delete webhook' }).click()
  await expect.poll(() => sent('DELETE').length).toBeGreaterThan(0)
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  const count = sent('DELETE').length
  isReachable = true
  // Changes of one webhook are sent in turn, so this one would come after the deletion.
  await actions.click()
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect.poll(() => sent('PATCH')).toHaveLength(1)
  expect(sent('DELETE')).toHaveLength(count)
})

test('a deleted webhook takes along unsaved text and undo', async () => {
  const { router } = await openWebhooks('/developers/webhooks/whk_1/settings', {
    webhooks: [buildWebhook()],
    responses: {
      'PATCH /webhooks/:webhook_id': buildWebhook({ enabled: false, version: '2' }),
      'DELETE /webhooks/:webhook_id': () => new Response(null, { status: 204 }),
    },
  })
  await page.getByRole('main').getByRole('button', { name: 'Pause' }).first().click()
  await expect.poll(() => currentSession().undo.list()).toHaveLength(1)
  await page.getByRole('textbox', { name: 'Description' }).fill('CRM')
  const remove = page.getByRole('button', { name: 'Delete…' }).last().element()
  if (remove instanceof HTMLElement) remove.focus()
  await userEvent.keyboard('{Enter}') // the toast is over it
  await dialog().getByRole('button', { name: 'Delete webhook' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/developers/webhooks')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(currentSession().undo.list()).toEqual([])
})

test.each([
  ['read', false, 'This key has read-only access'],
  ['write', false, 'Webhooks need an admin key'],
] as const)('a %s key with admin %s sees no webhook, and why', async (scope, admin, title) => {
  const key = { scope, admin }
  const webhooks = [buildWebhook()]
  const { requests, router } = await openWebhooks('/developers/webhooks', { key, webhooks })
  const heading = main.getByRole('heading', { name: title })
  await expect.element(heading).toBeVisible()
  expect(main.getByRole('button').elements()).toEqual([])
  expect(await findThemeViolations()).toEqual([])
  // The pages of one webhook say the same.
  for (const tab of ['', '/settings', '/secret', '/deliveries/dlv_1']) {
    await router.navigate('/developers/verify')
    await expect.element(heading).not.toBeInTheDocument()
    await router.navigate(`/developers/webhooks/whk_1${tab}`)
    await expect.element(heading).toBeVisible()
    expect(main.getByRole('button').elements()).toEqual([])
  }
  expect(requests.filter((request) => request.includes('/webhooks'))).toEqual([])
})

test('the limit of webhooks is said when it is reached', async () => {
  const webhooks = Array.from({ length: 20 }, (_, index) => buildWebhook({ id: `whk_${index}` }))
  await openWebhooks('/developers/webhooks', { webhooks })
  await expect.element(main.getByText(/You have 20 webhooks, which is the maximum/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'New webhook' })).not.toBeInTheDocument()
})

test('webhooks that cannot be loaded are an error with a retry', async () => {
  let isBroken = true
  await openWebhooks('/developers/webhooks', {
    responses: {
      'GET /webhooks': () =>
        isBroken
          ? errorResponse(403, 'insufficient_scope')
          : Response.json({ data: [], paging: { next: null } }),
    },
  })
  await expect.element(page.getByCss('[data-state=error]')).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { name: 'No webhooks yet.' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'How to receive them' }))
    .toHaveAttribute('href', '/developers/guides/webhook-receiver')
})

test('settings keep stored headers and send only what changed', async () => {
  const inputs: unknown[] = []
  const webhook = buildWebhook({ headers: { Authorization: '••••••', 'X-Old': '••••••' } })
  await openWebhooks('/developers/webhooks/whk_1/settings', {
    webhooks: [webhook],
    responses: {
      'PATCH /webhooks/:webhook_id': ({ input }) => {
        inputs.push(input)
        return { ...webhook, version: '2' }
      },
    },
  })
  await page.getByRole('textbox', { name: 'Description' }).fill('CRM')
  await page.getByRole('button', { name: 'Remove header 2' }).click()
  await expect.element(page.getByRole('button', { name: 'Remove header 1' })).toHaveFocus()
  await page.getByRole('button', { name: 'Add header' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Name of header 2' })).toHaveFocus()
  await page.getByRole('textbox', { name: 'Name of header 2' }).fill('X-New')
  await page.getByRole('textbox', { name: 'Value of header 2' }).fill('1')
  await page.getByRole('button', { name: 'Save changes' }).click()
  // Its value cannot be restored.
  await expect.element(dialog()).toHaveTextContent('The stored value of X-Old is lost.')
  expect(inputs).toEqual([])
  await dialog().getByRole('button', { name: 'Save changes' }).click()
  await expect
    .poll(() => inputs)
    .toEqual([
      {
        webhook_id: 'whk_1',
        description: 'CRM',
        headers: { Authorization: null, 'X-New': '1' },
      },
    ])
  await expect.element(page.getByRole('button', { name: 'Save changes' })).not.toBeInTheDocument()
})

test('the value of a header is only in the request, and its change has no undo', async () => {
  const inputs: unknown[] = []
  const webhook = buildWebhook({ headers: { Authorization: '••••••' } })
  let respond: (response: Response) => void = () => undefined
  const response = new Promise<Response>((resolve) => (respond = resolve))
  await openWebhooks('/developers/webhooks/whk_1/settings', {
    webhooks: [webhook],
    responses: {
      'PATCH /webhooks/:webhook_id': ({ input }) => {
        inputs.push(input)
        return response
      },
    },
  })
  await page.getByRole('button', { name: 'Replace value of Authorization' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Value of header 1' })).toHaveFocus()
  await page.getByRole('textbox', { name: 'Value of header 1' }).fill('Bearer clear')
  await page.getByRole('button', { name: 'Add header' }).click()
  await page.getByRole('textbox', { name: 'Name of header 2' }).fill('X-New')
  await page.getByRole('textbox', { name: 'Value of header 2' }).fill('Token clear')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await dialog().getByRole('button', { name: 'Save changes' }).click()
  const headers = { Authorization: 'Bearer clear', 'X-New': 'Token clear' }
  await expect.poll(() => inputs).toEqual([{ webhook_id: 'whk_1', headers }])
  const { queryClient, undo } = currentSession()
  const cached = () =>
    JSON.stringify(
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ state }) => state),
    )
  expect(cached()).toContain('X-New')
  expect(cached()).not.toContain('clear')
  respond(
    Response.json({
      ...webhook,
      headers: { Authorization: '••••••', 'X-New': '••••••' },
      version: '2',
    }),
  )
  await expect.element(page.getByTestId('toast')).toHaveTextContent('Saved')
  expect(cached()).not.toContain('clear')
  // An undo of it, or a redo, could not send the values.
  expect(undo.list()).toEqual([])
})

test('another host of the address needs the values of headers again', async () => {
  const inputs: unknown[] = []
  const headers = { Authorization: '••••••', 'X-Team': '••••••' }
  const webhook = buildWebhook({ headers })
  await openWebhooks('/developers/webhooks/whk_1/settings', {
    webhooks: [webhook],
    responses: {
      'PATCH /webhooks/:webhook_id': ({ input }) => {
        inputs.push(input)
        return { ...webhook, url: 'https://other.example.com/in', version: '2' }
      },
    },
  })
  const value = (index: number) => page.getByRole('textbox', { name: `Value of header ${index}` })
  const save = () => page.getByRole('main').getByRole('button', { name: 'Save changes' })
  const address = page.getByRole('textbox', { name: 'Address' })
  await address.fill('https://hooks.example.com/out')
  await expect.element(value(1)).toHaveValue('Stored value, hidden')
  await address.fill('https://other.example.com/in')
  await expect.element(value(1)).toHaveValue('')
  await value(1).fill('Bearer two')
  await save().click()
  await expect.element(value(2)).toHaveFocus()
  await expect.element(value(2)).toHaveAccessibleDescription(/Enter the value again/)
  expect(inputs).toEqual([])
  await page.getByRole('button', { name: 'Remove header 2' }).click()
  await save().click()
  await dialog().getByRole('button', { name: 'Save changes' }).click()
  await expect
    .poll(() => inputs)
    .toEqual([
      {
        webhook_id: 'whk_1',
        url: 'https://other.example.com/in',
        headers: { Authorization: 'Bearer two' },
      },
    ])
})

test('the focus goes back to the field when an edit is saved or discarded', async () => {
  const webhook = buildWebhook()
  await openWebhooks('/developers/webhooks/whk_1/settings', {
    webhooks: [webhook],
    responses: {
      'PATCH /webhooks/:webhook_id': () => ({ ...webhook, description: 'CRM', version: '2' }),
    },
  })
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill('Other')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.element(description).toHaveFocus()
  await description.fill('CRM')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByRole('button', { name: 'Save changes' })).not.toBeInTheDocument()
  await expect.element(description).toHaveFocus()
})

test('what is typed while settings are saved stays, as a change of what was saved', async () => {
  const inputs: unknown[] = []
  let respond: (response: Response) => void = () => undefined
  const first = new Promise<Response>((resolve) => (respond = resolve))
  const webhook = buildWebhook()
  await openWebhooks('/developers/webhooks/whk_1/settings', {
    webhooks: [webhook],
    responses: {
      'PATCH /webhooks/:webhook_id': ({ input }) => {
        inputs.push(input)
        if (inputs.length === 1) return first
        return Response.json({ ...webhook, description: 'CRM sync', version: '3' })
      },
    },
  })
  const description = page.getByRole('textbox', { name: 'Description' })
  const save = page.getByRole('button', { name: 'Save changes' })
  await description.fill('CRM')
  await save.click()
  await expect.element(save).toHaveAttribute('aria-busy', 'true')
  // It would not stop the request.
  const discard = page.getByRole('button', { name: 'Discard changes' })
  await expect.element(discard).toHaveAttribute('aria-disabled', 'true')
  await discard.click({ force: true })
  await description.fill('CRM sync')
  respond(Response.json({ ...webhook, description: 'CRM', version: '2' }))
  await expect.element(discard).not.toHaveAttribute('aria-disabled')
  await expect.element(description).toHaveValue('CRM sync')
  await save.click()
  await expect.element(save).not.toBeInTheDocument()
  expect(inputs).toEqual([
    { webhook_id: 'whk_1', description: 'CRM' },
    { webhook_id: 'whk_1', description: 'CRM sync' },
  ])
})

test('replacing a secret shows the new one once and the end of the previous one', async () => {
  const inputs: unknown[] = []
  let webhook = buildWebhook()
  await openWebhooks('/developers/webhooks/whk_1/secret', {
    webhooks: [webhook],
    responses: {
      'GET /webhooks/:webhook_id': () => webhook,
      'POST /webhooks/:webhook_id/rotate-secret': ({ input }) => {
        inputs.push(input)
        const until = new Date(Date.now() + 72 * 3_600_000).toISOString()
        webhook = buildWebhook({ previous_secret_until: until, version: '2' })
        return { ...webhook, secret: SECRET }
      },
    },
  })
  await expect.element(main).toHaveTextContent('Only the current secret signs.')
  await page.getByRole('button', { name: 'Replace secret…' }).click()
  await expect.element(dialog()).toHaveTextContent('hooks.example.com/in')
  await expect.element(dialog().getByRole('radio', { name: '24 hours' })).toHaveFocus()
  await dialog().getByRole('radio', { name: '72 hours' }).click()
  await expect.element(dialog()).toHaveTextContent('Until then both secrets sign:')
  await dialog().getByRole('button', { name: 'Replace secret', exact: true }).click()
  await expect.element(page.getByTestId('secret')).toHaveTextContent(SECRET)
  expect(inputs).toEqual([{ webhook_id: 'whk_1', overlap_hours: 72 }])
  await dialog().getByRole('checkbox', { name: 'I have copied it' }).click()
  await dialog().getByRole('button', { name: 'Done' }).click()
  await expect.element(main).toHaveTextContent('The previous secret signs too until')
  expect(new XMLSerializer().serializeToString(document)).not.toContain(SECRET)
})

test('a secret that is typed to replace one is not discarded unasked', async () => {
  let respond: (response: Response) => void = () => undefined
  const response = new Promise<Response>((resolve) => (respond = resolve))
  const webhook = buildWebhook()
  await openWebhooks('/developers/webhooks/whk_1/secret', {
    webhooks: [webhook],
    responses: { 'POST /webhooks/:webhook_id/rotate-secret': () => response },
  })
  await page.getByRole('button', { name: 'Replace secret…' }).click()
  const secret = dialog().getByRole('textbox', { name: 'Your own signing secret' })
  await secret.fill(SECRET)
  await userEvent.keyboard('{Escape}')
  // Back closes the question on a phone, and only that.
  const question = page.getByRole('dialog', { name: 'Discard unsaved text?' })
  await expect.element(question).toBeVisible()
  question.element().dispatchEvent(new Event('cancel', { cancelable: true }))
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(secret).toHaveValue(SECRET)
  // While it is sent it cannot be discarded: the new secret would be lost.
  const replace = dialog().getByRole('button', { name: 'Replace secret', exact: true })
  await replace.click()
  await expect.element(replace).toHaveAttribute('aria-busy', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  respond(Response.json({ ...webhook, secret: SECRET }))
  await expect.element(page.getByTestId('secret')).toHaveTextContent(SECRET)
})

test('the banner of a webhook that is off says why and turns it on', async () => {
  const inputs: unknown[] = []
  await openWebhooks('/developers/webhooks/whk_1', {
    webhooks: [buildWebhook({ enabled: false, state: 'disabled', disabled_reason: 'gone' })],
    responses: {
      'PATCH /webhooks/:webhook_id': ({ input }) => {
        inputs.push(input)
        return buildWebhook({ version: '2' })
      },
    },
  })
  const banner = main.getByRole('status').filter({ hasText: '410 Gone' })
  await expect.element(banner).toHaveTextContent('Waiting deliveries continue once it’s on.')
  await banner.getByRole('button', { name: 'Turn on' }).click()
  await expect.element(banner).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect.poll(() => inputs).toEqual([{ webhook_id: 'whk_1', enabled: true }])
})

test('a test event is queued with the chosen kind', async () => {
  const inputs: unknown[] = []
  await openWebhooks('/developers/webhooks/whk_1', {
    webhooks: [buildWebhook()],
    responses: {
      'POST /webhooks/:webhook_id/test': ({ input }) => {
        inputs.push(input)
        return Response.json({ id: 'dlv_1' }, { status: 202 })
      },
    },
  })
  await page.getByRole('button', { name: 'Send a test event' }).click()
  const select = dialog().getByRole('combobox', { name: 'Kind of event' })
  await expect.element(select).toHaveValue('webhook.test')
  await userEvent.selectOptions(select, 'card.moved')
  await dialog().getByRole('button', { name: 'Send test event' }).click()
  await expect.element(page.getByTestId('toast')).toHaveTextContent('Test queued.')
  expect(inputs).toEqual([{ webhook_id: 'whk_1', kind: 'card.moved' }])
})

test('a webhook that does not exist says so', async () => {
  await openWebhooks('/developers/webhooks/whk_gone')
  await expect.element(page.getByRole('heading', { name: 'Webhook not found' })).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/^Webhook$/)
  await expect.poll(() => document.title).toMatch(/^Webhook, Webhooks/)
  await page.getByRole('link', { name: 'Back to webhooks' }).click()
  await expect.element(page.getByRole('heading', { name: 'No webhooks yet.' })).toBeVisible()
})
