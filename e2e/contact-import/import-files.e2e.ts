import {
  chooseFile,
  importTest as test,
  press,
  resultCounts,
  runImport,
  step,
} from '../contact-import-page.ts'
import { expect } from '../fixtures.ts'

test('hostile files are refused with a reason or imported', async ({ page, api, list_id }) => {
  await page.goto(`/email/lists/${list_id}`)
  await page.getByRole('link', { name: 'Import a file' }).click()
  const refused: [file: string, reason: string][] = [
    ['Email,"Name\na@x.io,Bob', 'Line 1: a quoted cell is never closed.'],
    ['%PDF-1.7\n', 'Only text files can be imported.'],
    ['Email,Name\n', 'The file has column names but no rows.'],
    ['\n \n', 'The file is empty.'],
  ]
  for (const [file, reason] of refused) {
    await chooseFile(page, 'bad.csv', file)
    await expect(page.getByText(reason)).toBeVisible()
  }

  await chooseFile(page, 'names.csv', 'Name,Town\nAda,Ulm')
  await expect(page.getByText('Choose the column with the email addresses.')).toBeVisible()
  await expect(step(page, 'match').getByRole('button', { name: 'Next' })).toBeDisabled()
  await press(page, 'Choose another file')
  await chooseFile(page, 'nobody.csv', 'Email,Town\n,Ulm\nnobody,Bonn\nb@x.io,"Kiel')
  await press(page, 'Next')
  await expect(page.getByText('1 invalid address')).toBeVisible()
  await page.getByText('1 row with another problem').click()
  await expect(page.getByText('Line 4: a quoted cell is never closed')).toBeVisible()
  await expect(step(page, 'check').getByRole('button', { name: 'Next' })).toBeDisabled()
  await press(page, 'Back')
  await press(page, 'Choose another file')

  await press(page, 'Paste text')
  await page.getByRole('textbox', { name: 'Text of the file' }).fill('Email,Town\nz@x.io,Ulm')
  await press(page, 'Use this text')
  await expect(page.getByText('1 row · 2 columns')).toBeVisible()
  await press(page, 'Choose another file')

  const headers = ['Email', ...Array.from({ length: 99 }, (_, index) => `Column ${index}`)]
  const cells = ['ada@x.io', 'a"b\0', '\u202egnp', ...Array(97).fill('x'.repeat(20))]
  await chooseFile(page, 'wide.csv', `${headers.join('\t')}\n${cells.join('\t')}\n`)
  await expect(
    page.getByRole('table', { name: 'Columns of the file' }).getByRole('row'),
  ).toHaveCount(101)
  await runImport(page)
  expect(await resultCounts(page)).toEqual([1, 0, 0, 0])
  const id_or_email = 'ada@x.io'
  const { fields } = await api('GET /lists/:list_id/contacts/:id_or_email', {
    list_id,
    id_or_email,
  })
  expect(fields).toMatchObject({ 'Column 0': 'a"b', 'Column 1': '\u202egnp' })
})

test('dates that can be read in two ways are asked about once', async ({ page, api, list_id }) => {
  await page.goto(`/email/lists/${list_id}`)
  await page.getByRole('link', { name: 'Import a file' }).click()
  await chooseFile(page, 'people.csv', 'Email,Created at\nada@x.io,03/04/2023\n')
  const next = step(page, 'match').getByRole('button', { name: 'Next' })
  await expect(page.getByText('Choose how the dates of Created at are read.')).toBeVisible()
  await expect(next).toBeDisabled()
  const order = page.getByRole('combobox', { name: 'Dates of Created at' })
  await order.selectOption({ label: '03/04/2023 is 3 Apr 2023' })
  await expect(next).toBeEnabled()
  await runImport(page)
  expect(await resultCounts(page)).toEqual([1, 0, 0, 0])
  const { created_at } = await api('GET /lists/:list_id/contacts/:id_or_email', {
    list_id,
    id_or_email: 'ada@x.io',
  })
  expect(created_at?.slice(0, 10)).toMatch(/2023-04-0[23]/)
})

test('consent is a step of its own, and asks about what is not clear', async ({
  page,
  api,
  list_id,
}) => {
  await page.goto(`/email/lists/${list_id}`)
  await page.getByRole('link', { name: 'Import a file' }).click()
  const file = 'Adresse,unsubscribed_at,Consent\na@x.io,,yes\nb@x.io,2024-03-13,yes\nc@x.io,,\n'
  await chooseFile(page, 'people.csv', file)
  await press(page, 'Next')
  const consent = step(page, 'consent')
  await expect(consent.getByRole('heading', { name: 'Who agreed to email' })).toBeFocused()
  await expect(consent.getByText('1 unsubscribed', { exact: true })).toBeVisible()
  await expect(consent.getByText('2 agreed · 0 unsubscribed · 1 empty')).toBeVisible()
  await expect(consent.getByRole('button', { name: 'Next' })).toBeDisabled()
  await page
    .getByRole('combobox', { name: 'Status of contacts without a clear answer' })
    .selectOption('Pending')
  await press(page, 'Next')
  await expect(
    page.getByText('The contact of 1 row opted out, and is imported as unsubscribed.'),
  ).toBeVisible()
  await press(page, 'Next')
  await press(page, 'Import 3 rows')
  expect(await resultCounts(page)).toEqual([3, 0, 0, 0])
  const { counts } = await api('GET /lists/:list_id', { list_id })
  expect(counts).toMatchObject({ subscribed: 1, pending: 1, unsubscribed: 1 })
})
