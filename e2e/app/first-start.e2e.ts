import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { createApiClient } from '#client/api-client.ts'
import { applyBoardPlan } from '#client/importers/trello/apply-board.ts'
import { planTrello } from '#client/importers/trello/trello-importer.ts'
import { ownerKey, startService } from '../../tools/running-service.mjs'
import { MOVE, cardNamed, dragTo, listNamed, namesIn } from '../board-page.ts'
import { expect, test } from '../fixtures.ts'

const exported = (name: string) =>
  gunzipSync(
    readFileSync(new URL(`../../src/client/importers/fixtures/${name}.json.gz`, import.meta.url)),
  ).toString()

// Each with a service of its own, which imports and starts anew.
test.describe('first start', { tag: '@embedded' }, () => {
  test('a dragged Trello import survives a reload and kill -9', async ({
    page,
    separateService,
  }) => {
    test.setTimeout(120_000)
    const { url, workspace } = separateService
    const call = createApiClient({ base_url: `${url}/v1`, key: workspace.key })
    await applyBoardPlan(
      call,
      planTrello(JSON.parse(exported('simple-project-board-2022')), 'simple.json'),
    )

    await page.goto(`${url}/sign-in`)
    await page.getByLabel('API key', { exact: true }).fill(workspace.key)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page
      .getByRole('navigation')
      .getByRole('link', { name: 'Boards', exact: true })
      .first()
      .click()
    await page.getByRole('main').getByRole('link', { name: 'Simple Project Board' }).click()
    await expect(page.getByTestId('card').first()).toBeVisible()

    const names = await page
      .getByTestId('board-list')
      .evaluateAll((lists) => lists.map((list) => list.querySelector('h2')?.textContent ?? ''))
    const [from = '', to = ''] = names
    const [movedCard = ''] = await namesIn(page, from)
    const before = await namesIn(page, to)
    const saved = page.waitForResponse(MOVE)
    await dragTo(page, movedCard, to, 60)
    const after = [movedCard, ...before]
    await expect.poll(() => namesIn(page, to)).toEqual(after)
    expect((await saved).ok()).toBe(true)

    await page.reload()
    await expect(cardNamed(page, movedCard)).toBeVisible()
    expect(await namesIn(page, to)).toEqual(after)

    await separateService.restart('SIGKILL')
    await page.reload()
    await expect(cardNamed(page, movedCard)).toBeVisible()
    expect(await namesIn(page, to)).toEqual(after)
    await expect(listNamed(page, from).getByTestId('card').first()).toBeVisible()
    expect(await namesIn(page, from)).not.toContain(movedCard)
  })

  test('a first start on an occupied port creates no workspace', async () => {
    test.slow() // two first starts
    const folder = mkdtempSync(join(tmpdir(), 'first-start-'))
    const otherServer = createServer((_request, response) => response.writeHead(404).end()).listen(
      0,
      '127.0.0.1',
    )
    await once(otherServer, 'listening')
    const { port } = otherServer.address() as AddressInfo // it listens on a port
    const settings = { PORT: String(port) }
    await expect(startService(folder, settings)).rejects.toThrow(`Port ${port} is in use`)
    expect(existsSync(join(folder, 'data'))).toBe(false)

    otherServer.close()
    otherServer.closeAllConnections()
    await once(otherServer, 'close')
    const service = await startService(folder, settings)
    expect(ownerKey(folder)).toMatch(/^wsk_w_/)
    await service.stop()
    rmSync(folder, { recursive: true })
  })
})
