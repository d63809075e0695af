// One request, tagged with its kind and checked.
import http from 'k6/http'
import { check } from 'k6'
import { BASE } from './run.js'

/** The address of a visitor, as a proxy in front of the site says it: the site must trust this machine (--trusted-proxies). */
export const visitor = () => `100.${64 + pick(64)}.${pick(256)}.${1 + pick(254)}`

/** A whole number below n. */
export const pick = (n) => Math.floor(Math.random() * n)

/**
 * Sends a request and checks the status of its answer.
 * kind: one of KINDS. status: the only right one. as: a session. from: a visitor's address. keep: the body is needed. tags: further tags.
 */
export function ask(kind, method, path, { status = 200, body = null, as, from, headers = {}, keep = false, tags = {} } = {}) {
  const all = { 'Accept-Encoding': 'gzip', ...headers }
  if (as) all.Authorization = as
  if (from) all['X-Forwarded-For'] = from
  const answer = http.request(method, BASE + path, body, {
    headers: all,
    redirects: 0,
    responseType: keep ? 'text' : 'none',
    jar: new http.CookieJar(), // accounts and visitors share the virtual users
    // Without a name, k6 would keep figures for every address.
    tags: { kind, name: kind, ...tags },
  })
  const good = check(answer, { [`${kind}: ${status}`]: (a) => a.status === status }, { kind })
  if (!good) console.error(`${method} ${path}: ${answer.status} instead of ${status} ${answer.error || ''}`)
  return good ? answer : null
}

export const get = (kind, path, more) => ask(kind, 'GET', path, more)

/** Sends a command with a JSON body. */
export function command(method, path, body, as, more = {}) {
  return ask('command', method, path, {
    status: 204,
    body: body === undefined ? null : JSON.stringify(body),
    as,
    ...more,
    headers: { 'Content-Type': 'application/json', ...more.headers },
  })
}

/** A request before the measurement, which must succeed; returns the decoded body. */
export function need(path, params = {}) {
  const answer = http.request(params.body ? 'POST' : 'GET', BASE + path, params.body || null, {
    headers: params.body ? { 'Content-Type': 'application/json' } : {},
    responseType: 'text',
    jar: new http.CookieJar(),
    tags: { kind: 'setup', name: 'setup' },
  })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.error || answer.body}`)
  return answer.json()
}
