import { expect, test } from 'vitest'

import { createRouter } from './router.ts'

const routes = createRouter<string>()
for (const line of [
  'GET /lists',
  'GET /lists/:list_id',
  'GET /lists/:list_id/contacts/:id_or_email',
  'PATCH /lists/:list_id/contacts/:contact_id',
  'POST /lists/:list_id/contacts/batch',
]) {
  const [method = '', path = ''] = line.split(' ')
  routes.add(method, path, line)
}
const find = (line: string) => {
  const [method = '', path = ''] = line.split(' ')
  return routes.find(method, path.split('/').slice(1))
}

test('a route matches with parameters named as in its own path', () => {
  expect(find('PATCH /lists/l1/contacts/c1')).toEqual({
    route: 'PATCH /lists/:list_id/contacts/:contact_id',
    params: { list_id: 'l1', contact_id: 'c1' },
  })
  expect(find('GET /lists/l1/contacts/c1')).toMatchObject({
    params: { list_id: 'l1', id_or_email: 'c1' },
  })
})

test('a literal path segment precedes a parameter but does not hide it', () => {
  expect(find('POST /lists/l1/contacts/batch')).toMatchObject({ params: { list_id: 'l1' } })
  expect(find('GET /lists/l1/contacts/batch')).toMatchObject({ params: { id_or_email: 'batch' } })
})

test('HEAD matches the GET route', () => {
  expect(find('HEAD /lists')).toEqual({ route: 'GET /lists', params: {} })
})

test('a path without the requested method returns all supported methods', () => {
  expect(find('PUT /lists/l1/contacts/batch')).toEqual({ allow: 'POST, GET, HEAD, PATCH' })
  expect(find('DELETE /lists')).toEqual({ allow: 'GET, HEAD' })
})

test('an unknown path matches no route, nor do empty segments or prototype names', () => {
  for (const path of ['/', '/list', '/lists/', '/lists/a/b', '/lists//contacts/c', '/constructor'])
    expect(find(`GET ${path}`)).toBeUndefined()
})
