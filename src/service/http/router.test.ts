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

test('an address is found with the values of its parameters, by the names of its own row', () => {
  expect(find('PATCH /lists/l1/contacts/c1')).toEqual({
    route: 'PATCH /lists/:list_id/contacts/:contact_id',
    params: { list_id: 'l1', contact_id: 'c1' },
  })
  expect(find('GET /lists/l1/contacts/c1')).toMatchObject({
    params: { list_id: 'l1', id_or_email: 'c1' },
  })
})

test('a word of the path goes before a parameter, and hides no thing that is called so', () => {
  expect(find('POST /lists/l1/contacts/batch')).toMatchObject({ params: { list_id: 'l1' } })
  expect(find('GET /lists/l1/contacts/batch')).toMatchObject({ params: { id_or_email: 'batch' } })
})

test('HEAD is a GET', () => {
  expect(find('HEAD /lists')).toEqual({ route: 'GET /lists', params: {} })
})

test('an address with other methods names all of them', () => {
  expect(find('PUT /lists/l1/contacts/batch')).toEqual({ allow: 'POST, GET, HEAD, PATCH' })
  expect(find('DELETE /lists')).toEqual({ allow: 'GET, HEAD' })
})

test('what is no address is not found: too short, too long, empty in the middle, or a name every object has', () => {
  for (const path of ['/', '/list', '/lists/', '/lists/a/b', '/lists//contacts/c', '/constructor'])
    expect(find(`GET ${path}`)).toBeUndefined()
})
