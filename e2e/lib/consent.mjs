// An application of another site, and the person who allows it to act.
import { createServer } from 'node:http'
import { expect } from './test.mjs'
import { command } from './people.mjs'

/** A button of the decision, when it may be pressed. */
export async function decision(page, label) {
  const button = page.getByRole('group', { name: '授权应用' }).getByRole('button', { name: label, exact: true })
  await button.scrollIntoViewIfNeeded() // what nobody has seen cannot be pressed
  await expect(button).not.toHaveAttribute('aria-disabled')
  return button
}

/** A site that answers every path with a page, other than the scripts that are given by path. */
export async function site(title, scripts = {}, seen = () => {}) {
  const server = createServer((request, answer) => {
    const url = new URL(request.url, 'http://127.0.0.1')
    if (url.pathname in scripts) {
      answer.writeHead(200, { 'Content-Type': 'text/javascript' }).end(scripts[url.pathname])
      return
    }
    seen(url, request)
    const tags = Object.keys(scripts).map((path) => `<script src="${path}"></script>`)
    const head = `<!doctype html><html lang="zh-Hans"><title>${title}</title><link rel="icon" href="data:,">${tags.join('')}`
    answer.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(`${head}<h1>${title}</h1>`)
  })
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Bits of the permissions that the tests ask for. */
export const USER_READ_EMAIL = 1
export const USER_READ = 2

/** Registers an application of the account that a context is signed in to: its id and its secret. */
export async function register(context, server, spec) {
  const answer = await command(context, server, 'POST', '/v3/oauth/app', { max_scopes: USER_READ_EMAIL | USER_READ, ...spec })
  const { client, client_secret } = await answer.json()
  return { id: client.id, secret: client_secret }
}

/** What the page of consent does for the account of a context: the address to which the browser goes at last. */
export async function consented(context, server, address) {
  const asked = new URL(address)
  expect(asked.origin + asked.pathname).toBe(`${server.url}/auth/authorize`)
  const answer = await context.request.get(`${server.url}/_internal/oauth/authorize${asked.search}`)
  expect(answer.status(), await answer.text()).toBe(200)
  const { redirect, flow_id: flow } = await answer.json()
  if (redirect) return new URL(redirect)
  const done = await command(context, server, 'POST', '/v3/oauth/accept', { flow })
  return new URL((await done.json()).redirect)
}
