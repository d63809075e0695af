// The tests' own fixtures: a site with the demonstration set that a worker keeps, and the logs of all servers on a failure.
import { expect, test as base } from '@playwright/test'
import { Server } from './server.mjs'

export { expect }

/** Details of a test that looks at everything of its kind: `make test-all` runs it, the gate a part of it. */
export const whole = { tag: '@whole' }

export const test = base.extend({
  /** A site with the demonstration set, for tests that change nothing that others read. */
  site: [
    // Playwright reads the names of what a fixture needs from this pattern.
    async ({}, use) => {
      const server = await Server.demonstration()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  serverLogs: [
    async ({}, use, info) => {
      await use()
      if (info.status === info.expectedStatus) return
      for (const [n, server] of [...Server.running].entries())
        await info.attach(`server-${n}.log`, { body: server.log, contentType: 'text/plain' })
    },
    { auto: true },
  ],
})
