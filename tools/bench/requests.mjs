// Requests a second at 1, 16 and 64 connections, closed loop, answered by the floor and by the product.
import autocannon from 'autocannon'

const CONNECTIONS = [1, 16, 64]

const fire = (target, request, connections, seconds) => {
  let count = 0
  const setupRequest = (given) => {
    const at = count++
    const body = request.body ? JSON.stringify(request.body(at)) : undefined
    return {
      ...given,
      method: request.method ?? 'GET',
      path: request.path(at),
      headers: target.api.headers,
      body,
    }
  }
  return autocannon({
    url: target.url,
    connections,
    duration: seconds,
    setupClient: (client) => client.setRequests([{ setupRequest }]),
  })
}

export async function measureRequests(targets, seconds) {
  const rows = []
  const [floor, ours] = targets
  for (const { name } of ours.api.requests)
    for (const connections of CONNECTIONS) {
      const row = { request: name, connections }
      for (const target of [floor, ours]) {
        const request = target.api.requests.find((one) => one.name === name)
        const { requests, latency, non2xx } = await fire(target, request, connections, seconds)
        row[`${target.name} /s`] = Math.round(requests.average)
        row[`${target.name} p99`] = latency.p99
        if (non2xx > 0) row.refused = non2xx
      }
      row.ratio = Number((row['ours /s'] / row['floor /s']).toFixed(2))
      rows.push(row)
    }
  return rows
}
