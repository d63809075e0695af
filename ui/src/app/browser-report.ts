import { onCLS, onFCP, onINP, onLCP, onTTFB, type Metric } from 'web-vitals'
import type { BodyOf } from '@/lib/api/operations'
import { typeOf, typeOfListing } from '@/lib/content-types'

type Report = BodyOf<'POST', '/_internal/browser-report'>
type PageError = NonNullable<Report['errors']>[number]
type Vital = NonNullable<Report['vitals']>[number]

declare global {
  interface Window {
    /** Errors from before the reporter started (readapi/pages/guard.js). */
    earlyErrors?: unknown[]
  }
}

/** One page load in this many reports its vitals. Errors are rare and always reported, a few of each page load. */
const VITALS_OF = 10
const MAX_ERRORS = 5

/** The kind of a page, so that a report does not name the page. */
export function pageKind(path: string): Report['page'] {
  const [first = '', second] = path.split('/').slice(1)
  if (first === '') return 'home'
  if (!second && typeOfListing(first)) return 'search'
  if (first === 'project' || typeOf(first)) return 'project'
  if (['user', 'organization', 'collection'].includes(first)) return 'profile'
  return ['dashboard', 'moderation', 'settings'].includes(first) ? 'work' : 'other'
}

/** The reported part of an error: its class and its place in a file of the build. Its message may quote a person's
 * text. */
export function describe(kind: PageError['kind'], error: unknown): PageError {
  if (!(error instanceof Error)) return { kind }
  const place = /\/(assets\/[\w.-]+\.js:\d+:\d+)/.exec(error.stack ?? '')?.[1]
  return { kind, name: error.name, ...(place ? { place } : {}) }
}

/** Collects errors and vitals, and sends them when the page is left or hidden, without cookies. */
export function startReports(send: (body: string) => void = post, random = Math.random()): void {
  const page = pageKind(location.pathname)
  let left = MAX_ERRORS
  let errors: PageError[] = []
  let vitals: Vital[] = []
  const fail = (kind: PageError['kind'], error?: unknown) => {
    if (left-- > 0) errors.push(describe(kind, error))
  }
  const measure = ({ name, value }: Metric) => void vitals.push({ name, value })
  const flush = () => {
    if (errors.length === 0 && vitals.length === 0) return
    send(JSON.stringify({ page, errors, vitals } satisfies Report))
    errors = []
    vitals = []
  }
  for (const error of window.earlyErrors ?? []) fail('error', error)
  addEventListener('error', (event) => fail('error', event.error))
  addEventListener('unhandledrejection', (event) => fail('rejection', event.reason))
  addEventListener('page-failed', (event) => fail('error', (event as CustomEvent).detail))
  for (const name of ['part-failed', 'script-failed']) addEventListener(name, () => fail('part'))
  if (random * VITALS_OF < 1) for (const watch of [onCLS, onFCP, onINP, onLCP, onTTFB]) watch(measure)
  // Runs after the vitals' own listeners, which give their final values at this moment.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && setTimeout(flush))
  addEventListener('pagehide', flush)
}

function post(body: string): void {
  const headers = { 'Content-Type': 'application/json' }
  void fetch('/_internal/browser-report', { method: 'POST', body, headers, credentials: 'omit', keepalive: true }).catch(() => undefined)
}
