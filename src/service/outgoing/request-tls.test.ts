import { once } from 'node:events'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { expect, onTestFinished, test, vi } from 'vitest'

import { type OutgoingRequest, sendRequest } from './request.ts'

// Of receiver.example.com and 127.0.0.1, for these tests only. The second one was valid in the year 2000.
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+bh26CauBQJ6KZMd
LxlLTAFEQ+2/loAk0U9BJ4ipX9ahRANCAAQxluK5ALlVvoNumRxNCvCokdJDMGpz
vyicDcTsuTdTfUDkqO7QNujIvGxRgw7zv9lM+lfGxFwVQEoIyhb/0Ue9
-----END PRIVATE KEY-----
`
const certificate = `-----BEGIN CERTIFICATE-----
MIIBdzCCAR2gAwIBAgIBATAKBggqhkjOPQQDAjAfMR0wGwYDVQQDDBRyZWNlaXZl
ci5leGFtcGxlLmNvbTAgFw0wMDAxMDEwMDAwMDBaGA8yMTI2MDEwMTAwMDAwMFow
HzEdMBsGA1UEAwwUcmVjZWl2ZXIuZXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggq
hkjOPQMBBwNCAAQxluK5ALlVvoNumRxNCvCokdJDMGpzvyicDcTsuTdTfUDkqO7Q
NujIvGxRgw7zv9lM+lfGxFwVQEoIyhb/0Ue9o0gwRjAlBgNVHREEHjAcghRyZWNl
aXZlci5leGFtcGxlLmNvbYcEfwAAATAdBgNVHQ4EFgQURuKrqMe4Nfdm5LrJfiui
rDG5/dUwCgYIKoZIzj0EAwIDSAAwRQIhAOGKbdtg7eXq/SUOrIXQ490fFZbWTGx1
GfbTlUBloIQSAiB4VhCZzAf6BhcDDRb434NUBy5d9v414+3d9YRdjvJvuw==
-----END CERTIFICATE-----
`
const expiredCertificate = `-----BEGIN CERTIFICATE-----
MIIBdTCCARugAwIBAgIBAjAKBggqhkjOPQQDAjAfMR0wGwYDVQQDDBRyZWNlaXZl
ci5leGFtcGxlLmNvbTAeFw0wMDAxMDEwMDAwMDBaFw0wMTAxMDEwMDAwMDBaMB8x
HTAbBgNVBAMMFHJlY2VpdmVyLmV4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZI
zj0DAQcDQgAEMZbiuQC5Vb6DbpkcTQrwqJHSQzBqc78onA3E7Lk3U31A5Kju0Dbo
yLxsUYMO87/ZTPpXxsRcFUBKCMoW/9FHvaNIMEYwJQYDVR0RBB4wHIIUcmVjZWl2
ZXIuZXhhbXBsZS5jb22HBH8AAAEwHQYDVR0OBBYEFEbiq6jHuDX3ZuS6yX4roqwx
uf3VMAoGCCqGSM49BAMCA0gAMEUCIQDjb+A5nqwjUl0ZLj4OazZzWJiG7x7ELGdb
RcPmFLnpZAIgfskJ+xILzxE/u+phaAlVz6930MHZwkc0Ku3nbrImUNM=
-----END CERTIFICATE-----
`

async function listen(cert = certificate) {
  const names: TLSSocket['servername'][] = []
  const server = createServer({ key, cert }, (request, response) => {
    if ('servername' in request.socket) names.push((request.socket as TLSSocket).servername)
    response.end('ok')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, names }
}

const send = (url: string, options: Partial<OutgoingRequest> = {}) =>
  sendRequest({
    url,
    method: 'POST',
    headers: {},
    allowPrivate: true,
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
    ca: certificate,
    ...options,
  })

test('the server name and the certificate are those of the name', async () => {
  const { port, names } = await listen()
  expect(await send(`https://receiver.example.com.:${port}/`)).toMatchObject({
    status: 200,
    body: 'ok',
    address: '127.0.0.1',
  })
  expect(names).toEqual(['receiver.example.com'])
})

test('a URL with an address checks the address in the certificate', async () => {
  const { port, names } = await listen()
  expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({ status: 200 })
  expect(names).toEqual([false])
})

test.each([
  ['of another host', certificate, 'other.example.com', certificate, 'is for another host'],
  ['that is self-signed', certificate, 'receiver.example.com', undefined, 'is self-signed'],
  [
    'that has expired',
    expiredCertificate,
    'receiver.example.com',
    expiredCertificate,
    'has expired',
  ],
])('a certificate %s is refused', async (_which, cert, host, ca, message) => {
  const { port, names } = await listen(cert)
  const trust = ca ? { ca } : {}
  const request = { method: 'POST', headers: {}, allowPrivate: true, ...trust } as const
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }]
  const result = await sendRequest({ url: `https://${host}:${port}/`, lookup, ...request })
  expect(result).toMatchObject({ reason: 'certificate', address: '127.0.0.1' })
  expect(result).toHaveProperty('message', `The certificate of the server ${message}.`)
  expect(names).toEqual([])
})

test('the environment does not switch the check of certificates off', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { port } = await listen()
  expect(await send(`https://other.example.com:${port}/`)).toMatchObject({ reason: 'certificate' })
})

test('a server without TLS fails as protocol', async () => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  expect(await send(`https://receiver.example.com:${port}/`)).toMatchObject({
    reason: 'protocol',
    message: 'The secure connection to the server failed.',
  })
})
