import http from 'node:http'
import type { AddressInfo } from 'node:net'

import { serviceUrl } from './service.ts'

/** A server in front of the service that ends exports after so many contacts, within a row. */
export async function cutDownloads(count: number) {
  let cut: () => unknown = () => undefined
  const server = http.createServer((request, response) => {
    const isExport = (request.url ?? '').endsWith('/export')
    const headers = { ...request.headers, ...(isExport && { 'accept-encoding': 'identity' }) }
    const forwarded = http.request(
      new URL(request.url ?? '/', serviceUrl()),
      { method: request.method, headers },
      (result) => {
        response.writeHead(result.statusCode ?? 502, result.headers)
        if (!isExport) return void result.pipe(response)
        const chunks: Buffer[] = []
        result.on('data', (chunk: Buffer) => chunks.push(chunk))
        result.on('end', () => {
          const lines = Buffer.concat(chunks).toString().split('\r\n')
          const text = `${lines.slice(0, count + 1).join('\r\n')}\r\n${lines[count + 1]?.slice(0, 9)}`
          response.write(text)
          cut = () => response.socket?.end()
        })
      },
    )
    request.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server on a port has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** Ends the response without its last chunk. */
    cut: () => cut(),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
