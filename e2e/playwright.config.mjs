// Journeys are in the gate (`make test`); everything else belongs to `make test-all`, which repeats nothing.
import { defineConfig } from '@playwright/test'
import { executable, flags } from './lib/browser.mjs'
import { scratch } from './lib/scratch.mjs'

scratch()

const all = process.env.E2E_ALL === '1'
/** Projects that look at everything: every page, every state, every measurement. */
const whole = ['walk', 'states', 'measure', 'catalogue']
const file = (name) => new RegExp(`/${name}\\.test\\.mjs$`)

export default defineConfig({
  testDir: 'tests',
  testMatch: /\.test\.mjs$/,
  outputDir: 'out/results',
  forbidOnly: true,
  workers: Number(process.env.E2E_WORKERS ?? 2),
  // A repeated test lets other work land; what was repeated is listed as flaky, and mended.
  retries: Number(process.env.E2E_RETRIES ?? (all ? 0 : 1)),
  // A limit for tests that hang, never a measurement: busy machines stay below it.
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  reporter: [['list'], ['json', { outputFile: 'out/report.json' }], ['./lib/flaky.mjs']],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: executable, args: flags },
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    // Recording every test costs a third of the processor: the gate records the repetition of a failed one, whose first
    // failure leaves its picture and the logs of its servers.
    trace: process.env.E2E_TRACE ?? (all ? 'retain-on-failure' : 'on-first-retry'),
  },
  projects: [
    { name: 'journeys', testIgnore: whole.map(file), ...(all ? {} : { grepInvert: /@whole/ }) },
    ...(all ? whole.map((name) => ({ name, testMatch: file(name), timeout: 1_800_000, use: { trace: 'off' } })) : []),
  ],
})
