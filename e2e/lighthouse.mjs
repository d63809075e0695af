// Measures public pages with Lighthouse's mobile profile: node lighthouse.mjs [runs] [page ...], as `make lighthouse` does.
// Writes the median of each category and fails below LEAST.
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { flags } from './lib/browser.mjs'
import { gridCookie, measuredSite, publicPages, quantile } from './lib/measured.mjs'

const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const timed = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift', 'speed-index']
const runs = Number(process.argv[2] ?? 5)
const only = process.argv.slice(3)
const require = createRequire(resolve(import.meta.dirname, '../tools/lighthouse/package.json'))
const { default: lighthouse } = await import(pathToFileURL(require.resolve('lighthouse')))

const port = await new Promise((done) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = probe.address()
    probe.close(() => done(free))
  })
})
const server = await measuredSite()
const browser = await chromium.launch({
  executablePath: process.env.MODYARD_CHROMIUM || '/usr/bin/chromium',
  args: [...flags, `--remote-debugging-port=${port}`],
})
// The context that Lighthouse opens its page in.
const [context] = (await chromium.connectOverCDP(`http://127.0.0.1:${port}`)).contexts()
await context.addCookies([gridCookie(server)])
const median = (list) => quantile(list, 0.5)

/** One cold load of a page: the scores, the timings, what was painted last, and what cost points. */
async function load(path) {
  const { lhr } = await lighthouse(server.url + path, { port, output: 'json', logLevel: 'error' })
  const lost = new Map()
  const scores = {}
  for (const [id, category] of Object.entries(lhr.categories)) {
    scores[id] = Math.round((category.score ?? 0) * 100)
    for (const { id: audit, weight } of category.auditRefs) {
      const { score, title } = lhr.audits[audit]
      if (weight > 0 && score !== null && score < 0.9) lost.set(`${id}: ${audit} ${score}`, title)
    }
  }
  const timings = Object.fromEntries(timed.map((id) => [id, lhr.audits[id].numericValue]))
  return { scores, timings, lost }
}

let low = false
try {
  for (const [name, path] of Object.entries(await publicPages(server))) {
    if (only.length > 0 && !only.includes(name)) continue
    const loads = []
    for (let run = 0; run < runs; run++) loads.push(await load(path))
    const scores = Object.keys(loads[0].scores).map((id) => [id, median(loads.map((one) => one.scores[id]))])
    const timings = timed.map((id) => `${id} ${median(loads.map((one) => one.timings[id])).toFixed(id.includes('shift') ? 3 : 0)}`)
    console.log(`${name.padEnd(10)} ${scores.map(([id, score]) => `${id} ${score}`).join('  ')}`)
    console.log(`           ${timings.join('  ')}`)
    for (const [audit, title] of new Map(loads.flatMap((one) => [...one.lost]))) console.log(`           - ${audit}: ${title}`)
    low ||= scores.some(([id, score]) => score < (LEAST[id] ?? 0))
  }
} finally {
  await browser.close()
  await server.stop()
}
process.exit(low ? 1 : 0)
