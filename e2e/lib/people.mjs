// The signed-in accounts of the demonstration set.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from './eventually.mjs'

/** Name and password of each demonstration account. */
export async function demoAccounts(server) {
  const text = await readFile(join(server.dir, 'data', 'demo-accounts.txt'), 'utf8')
  const lines = text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((words) => words.length === 2)
  return Object.fromEntries(lines)
}

/** Signs a browser context in without using the form. */
export async function signIn(context, server, username) {
  const password = (await demoAccounts(server))[username]
  if (!password) throw new Error(`no demonstration account ${username}`)
  const answer = await context.request.post(`${server.url}/v2/auth/login`, { data: { username, password } })
  if (!answer.ok()) throw new Error(`signing in as ${username}: ${answer.status()} ${await answer.text()}`)
}

/** Creates an account with the form, and signs the page in to it. */
export async function signUp(page, name, password) {
  await page.goto('/auth/sign-up')
  await page.getByLabel('用户名').fill(name)
  await page.getByLabel('邮箱').fill(`${name}@example.org`)
  await page.getByLabel('密码', { exact: false }).first().fill(password)
  await page.getByLabel('确认密码').fill(password)
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/sign-up'))
}

/** Sends a command as the account that a context is signed in to, and waits until lists and pages show the change. */
export async function command(context, server, method, path, data) {
  const cookie = (await context.cookies(server.url)).find((one) => one.name === 'modyard_csrf')
  const answer = await context.request.fetch(`${server.url}${path}`, {
    method,
    data,
    headers: { 'X-CSRF-Token': cookie?.value ?? '', Origin: server.url },
  })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  await caughtUp(context.request, server, answer.headers()['log-position'])
  return answer
}

// Each waits for other read models: those of projects and their search, and those of the forum and of issues.
const waiting = ['/v2/search?limit=1', '/v3/search/talk?query=%E7%81%AF']

/** Waits until the read models of projects and of what people say, and the search, have reached a position of the log. */
export async function caughtUp(request, server, position) {
  if (!position) return
  for (const path of waiting)
    await eventually(async () => {
      const answer = await request.get(`${server.url}${path}`, { headers: { 'Min-Position': position } })
      if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
      if (answer.headers().stale) throw new Error(`the read models are behind position ${position}`)
    })
}

/** Answers the confirmation that staff get before they change another account's item. */
export async function explain(page, reason) {
  const dialog = page.getByRole('dialog', { name: '说明操作原因' })
  await dialog.getByRole('combobox').selectOption(reason)
  await dialog.getByRole('button', { name: '继续' }).click()
  await dialog.waitFor({ state: 'detached' })
}
