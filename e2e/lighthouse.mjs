// Measures public pages with Lighthouse's mobile profile: node lighthouse.mjs [runs], as `make lighthouse` does.
// Writes the median of each category and fails below LEAST.
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { flags } from './lib/browser.mjs'
import { Server } from './lib/server.mjs'

const LEAST = 95
const runs = Number(process.argv[2] ?? 3)
const require = createRequire(resolve(import.meta.dirname, '../tools/lighthouse/package.json'))
const { default: lighthouse } = await import(pathToFileURL(require.resolve('lighthouse')))

const port = await new Promise((done) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = probe.address()
    probe.close(() => done(free))
  })
})
const server = await Server.demonstration()
const browser = await chromium.launch({
  executablePath: process.env.MODYARD_CHROMIUM || '/usr/bin/chromium',
  args: [...flags, `--remote-debugging-port=${port}`],
})
const { versions } = await (await fetch(`${server.url}/_internal/project/gears-and-verdigris/versions`)).json()
const pages = {
  home: '/',
  search: '/mods',
  project: '/mod/gears-and-verdigris',
  version: `/mod/gears-and-verdigris/version/${versions[0].id}`,
}
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]
let low = false
try {
  for (const [name, path] of Object.entries(pages)) {
    const scores = {}
    const timings = {}
    const lost = new Map()
    for (let run = 0; run < runs; run++) {
      const { lhr } = await lighthouse(server.url + path, { port, output: 'json', logLevel: 'error' })
      for (const [id, category] of Object.entries(lhr.categories)) {
        ;(scores[id] ??= []).push(Math.round((category.score ?? 0) * 100))
        for (const { id: audit, weight } of category.auditRefs) {
          const { score, title } = lhr.audits[audit]
          if (weight > 0 && score !== null && score < 0.9) lost.set(`${id}: ${audit} ${score}`, title)
        }
      }
      for (const id of [
        'first-contentful-paint',
        'largest-contentful-paint',
        'total-blocking-time',
        'cumulative-layout-shift',
        'speed-index',
      ]) {
        ;(timings[id] ??= []).push(lhr.audits[id].numericValue)
      }
    }
    const line = Object.entries(scores)
      .map(([id, list]) => `${id} ${median(list)}`)
      .join('  ')
    console.log(`${name.padEnd(8)} ${line}`)
    console.log(
      `         ${Object.entries(timings)
        .map(([id, list]) => `${id} ${median(list).toFixed(id.includes('shift') ? 3 : 0)}`)
        .join('  ')}`,
    )
    for (const [audit, title] of lost) console.log(`         - ${audit}: ${title}`)
    low ||= Object.values(scores).some((list) => median(list) < LEAST)
  }
} finally {
  await browser.close()
  await server.stop()
}
process.exit(low ? 1 : 0)
