// How a script runs: its address and length, the rates, the thresholds and the summary. All of it follows from the environment:
//   BASE      address of the site (http://127.0.0.1:8080)
//   DURATION  30s, 10m, 1h
//   SCALE     factor of all rates (1)
//   SMOKE     1: judge errors only, neither times nor rates: does it work at all?
//   SUMMARY   file for the figures, as JSON
import exec from 'k6/execution'
import { Counter } from 'k6/metrics'

export const BASE = (__ENV.BASE || 'http://127.0.0.1:8080').replace(/\/$/, '')
const SMOKE = __ENV.SMOKE === '1'
const SCALE = Number(__ENV.SCALE || 1)
if (!(SCALE > 0)) throw new Error(`SCALE must be a number above 0, not ${__ENV.SCALE}`)

/** Seconds of a duration such as 30s, 10m or 1h. */
export function seconds(text) {
  const found = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text)
  if (!found) throw new Error(`DURATION must look like 30s, 10m or 1h, not ${text}`)
  return Number(found[1]) * { ms: 0.001, s: 1, m: 60, h: 3600 }[found[2]]
}

let planned = 0

/** The length of the script in seconds. Call it once, before anything else. */
export const length = (usual) => (planned = seconds(__ENV.DURATION || usual))

// Slowest answers allowed, in milliseconds, by what is asked, on two cores that the site shares with Postgres and k6. The
// budgets of the design are the bounds where they speak of load (search, calls); a command alone has 5 and 20 ms. A file waits up to
// 200 ms until its download is recorded.
const TIMES = {
  page: { p95: 200, p99: 500 },
  api: { p95: 50, p99: 200 },
  search: { p95: 50, p99: 200 },
  file: { p95: 250, p99: 500 },
  call: { p95: 50, p99: 100 },
  command: { p95: 50, p99: 150 },
  upload: { p95: 250, p99: 500 },
  queue: { p95: 100, p99: 300 },
}

/** The kinds of requests that summaries tell apart. */
export const KINDS = Object.keys(TIMES)

/** Thresholds for requests of some kinds; filter narrows the judged ones, e.g. phase:after. */
export function thresholds(kinds, { errors = 0.001, filter = '' } = {}) {
  const all = {
    http_req_failed: [`rate<${SMOKE ? 0.0001 : errors}`],
    checks: [`rate>${SMOKE ? 0.9999 : 1 - errors}`],
    broken: ['count==0'],
  }
  if (!SMOKE && !filter) all.dropped_iterations = ['rate<0.1']
  for (const kind of kinds) {
    const { p95, p99 } = TIMES[kind]
    // k6 keeps figures by tag only for what has a threshold.
    const judged = SMOKE ? ['max>=0'] : [`p(95)<${p95}`, `p(99)<${p99}`]
    all[`http_req_duration{kind:${kind}}`] = filter || SMOKE ? ['max>=0'] : judged
    all[`http_req_failed{kind:${kind}}`] = ['rate>=0']
    if (filter) all[`http_req_duration{kind:${kind},${filter}}`] = judged
  }
  return all
}

// k6 only logs an exception of an iteration.
const broken = new Counter('broken')

/** An iteration that fails the run when it throws. */
export const counted =
  (act) =>
  (...given) => {
    try {
      return act(...given)
    } catch (error) {
      broken.add(1)
      throw error
    }
  }

/** Iterations at so many a second, whatever the answers take. */
export function steady(name, perSecond, duration) {
  const rate = Math.max(1, Math.round(perSecond * SCALE * 10))
  return { executor: 'constant-arrival-rate', exec: name, rate, timeUnit: '10s', duration: `${Math.ceil(duration)}s`, ...crew(rate) }
}

/** The same, rising tenfold for a third of the time. */
export function rising(name, perSecond, duration) {
  const rate = Math.max(1, Math.round(perSecond * SCALE * 10))
  const stage = (part, target) => ({ duration: `${Math.max(1, Math.round(duration * part))}s`, target })
  const stages = [stage(0.2, rate), stage(0.05, 10 * rate), stage(0.3, 10 * rate), stage(0.05, rate), stage(0.4, rate)]
  return { executor: 'ramping-arrival-rate', exec: name, startRate: rate, timeUnit: '10s', stages, ...crew(10 * rate) }
}

// Enough for answers of half a second; more are made when answers are slower.
const crew = (rate) => ({ preAllocatedVUs: Math.ceil(rate / 20) + 2, maxVUs: Math.ceil(rate / 2) + 20, gracefulStop: '30s' })

/** The options that all scripts have. A site may need long to read a large catalogue before the first request. */
export const common = {
  setupTimeout: '10m',
  summaryTrendStats: ['avg', 'med', 'p(95)', 'p(99)', 'max'],
  discardResponseBodies: true,
  userAgent: 'Mozilla/5.0 (modyard load test)',
}

/** The part of a run with a rise that an iteration belongs to: before, rise or after. */
export function phase(duration) {
  const part = exec.instance.currentTestRunDuration / 1000 / duration
  return part < 0.2 ? 'before' : part < 0.7 ? 'rise' : 'after'
}

/** k6 calls this at the end: writes the figures, and a line for each kind of request. */
export function summary(data) {
  const lines = KINDS.filter((kind) => data.metrics[`http_req_duration{kind:${kind}}`]).map((kind) => {
    const v = data.metrics[`http_req_duration{kind:${kind}}`].values
    return `${kind.padEnd(8)} p50 ${v.med.toFixed(1)} ms, p95 ${v['p(95)'].toFixed(1)} ms, p99 ${v['p(99)'].toFixed(1)} ms`
  })
  const { rate, count } = (data.metrics.http_reqs || { values: { rate: 0, count: 0 } }).values
  const failed = (data.metrics.http_req_failed || { values: { passes: 0 } }).values.passes
  lines.unshift(`${count} requests, ${rate.toFixed(1)} a second, ${failed} failed`)
  const files = { stdout: `${lines.join('\n')}\n` }
  // Not what setup returned: it has sessions.
  if (__ENV.SUMMARY) files[__ENV.SUMMARY] = JSON.stringify({ seconds: planned, metrics: data.metrics })
  return files
}
