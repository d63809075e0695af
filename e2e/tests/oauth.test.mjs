// A creator registers an application; another account allows it to act for it in the browser; the application gets a token and
// uses it; the account narrows what it may do and revokes it.
import { createHash, randomBytes } from 'node:crypto'
import { visitor } from '../lib/browser.mjs'
import { decision, site } from '../lib/consent.mjs'
import { findings, overflow, settled } from '../lib/look.mjs'
import { command, demoAccounts, signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const name = '方块同步器'
const player = '演示版主'

let server, maker, guest, client, program, secret, token
/** What the browser brought to the program. */
const brought = []

test.beforeAll(async ({ browser }) => {
  program = await site('收到', {}, (url, request) => {
    if (url.pathname === '/cb') brought.push({ query: url.searchParams, referrer: request.headers.referer })
  })
  server = await Server.demonstration()
  maker = await visitor(browser, server.url)
  guest = await visitor(browser, server.url)
  await signIn(maker.context, server, '演示创作者')
})

test.afterAll(async () => {
  await server?.stop()
  program?.close()
})

const callback = () => `${program.url}/cb`
const address = (more = {}) =>
  `/auth/authorize?${new URLSearchParams({ response_type: 'code', client_id: client, redirect_uri: callback(), scope: 'USER_READ PROJECT_READ', state: 'a/b+c d', ...more })}`

async function exchange(form, authorization = secret) {
  const answer = await fetch(`${server.url}/v3/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...(authorization ? { Authorization: authorization } : {}) },
    body: new URLSearchParams({ grant_type: 'authorization_code', client_id: client, redirect_uri: callback(), ...form }),
  })
  return { status: answer.status, body: await answer.json() }
}

const asApplication = (path) => fetch(server.url + path, { headers: { Authorization: token } })

test('a creator registers an application, and sees its secret once', async () => {
  const { page } = maker
  await page.goto('/settings/pats')
  await page.getByRole('navigation', { name: '设置' }).getByRole('link', { name: '我的应用' }).click()
  await page.getByRole('link', { name: '注册应用' }).click()
  await page.getByRole('textbox', { name: '名称' }).fill(name)
  const redirect = page.getByRole('textbox', { name: '第 1 个回调地址' })
  await redirect.fill('http://example.org/cb')
  await expect(page.getByText('请使用 https。')).toBeVisible()
  await redirect.fill(callback())
  await page.getByRole('checkbox', { name: '查看账号', exact: true }).check()
  await page.getByRole('checkbox', { name: '查看资源', exact: true }).check()
  await settled(page)
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: '注册应用' }).click()
  const dialog = page.getByRole('dialog', { name: '保存密钥' })
  secret = await dialog.locator('code').textContent()
  expect(secret.length).toBeGreaterThan(30)
  await dialog.getByRole('button', { name: '我已保存' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  client = new URL(page.url()).searchParams.get('app')
  await settled(page)
  expect(await findings(page)).toEqual([])
  expect(await page.locator('body').innerText()).not.toContain(secret)
})

test('a request survives signing in, and the answer goes to the application once', async () => {
  const { page } = guest
  await page.goto(address())
  await page.waitForURL('**/auth/sign-in?redirect=*')
  await page.getByLabel('用户名或邮箱').fill(player)
  await page
    .getByLabel('密码', { exact: false })
    .first()
    .fill((await demoAccounts(server))[player])
  await page.getByRole('main').getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: `允许「${name}」使用你的账户？` })).toBeVisible()
  await expect(page.getByText('谨慎授权')).toBeVisible()
  await expect(page.getByText(new URL(callback()).host, { exact: true })).toBeVisible()
  await settled(page)
  expect(await findings(page)).toEqual([])
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflow(page)).toBe(undefined)
  }
  const decisions = []
  page.on('request', (request) => {
    if (request.url().endsWith('/v3/oauth/accept')) decisions.push(request)
  })
  await (await decision(page, '授权')).dblclick()
  await page.waitForURL(`${callback()}?*`)
  expect(decisions).toHaveLength(1)
  expect(brought).toHaveLength(1)
  const { query, referrer } = brought[0]
  expect([query.get('state'), query.get('iss'), referrer]).toEqual(['a/b+c d', server.url, undefined])
  const { status, body } = await exchange({ code: query.get('code') })
  expect([status, body.token_type]).toEqual([200, 'Bearer'])
  token = body.access_token
  const me = await (await asApplication('/v2/user')).json()
  expect(me.username).toBe(player)
})

test('what was allowed before is not asked again, and more is', async () => {
  const { page } = guest
  await page.goto(address({ state: 'second' }), { plain: true })
  await page.waitForURL(`${callback()}?*state=second*`)
  await page.goto(address({ state: 'third', scope: 'VERSION_DELETE' }), { plain: true })
  // Beyond what the application was registered for.
  await page.waitForURL(`${callback()}?*error=invalid_scope*`)
})

test('a refused request tells the application so', async () => {
  const { page } = guest
  await page.goto(address({ prompt: 'consent', state: 'no' }))
  await (await decision(page, '拒绝')).click()
  await page.waitForURL(`${callback()}?*error=access_denied*`)
})

test('a request with another address is a page of this site', async () => {
  const { page } = guest
  const before = brought.length
  await page.goto(address({ redirect_uri: `${callback()}/other` }))
  await expect(page.getByRole('heading', { level: 1, name: '返回的地址不对' })).toBeVisible()
  await expect(page.getByText(/redirect_uri is not registered/)).toBeVisible()
  await page.goto('/auth/authorize?client_id=nothing')
  await expect(page.getByRole('heading', { level: 1, name: '找不到这个应用' })).toBeVisible()
  expect(brought).toHaveLength(before)
  guest.complaints.length = 0 // a browser logs what is refused
})

test('the creator sees how many use it, and why a request was refused', async () => {
  const { page } = maker
  await page.goto(`/settings/applications?app=${client}`)
  await expect(page.getByText('redirect_uri_not_registered').first()).toBeVisible()
  await expect(page.getByText(/1 人授权/).first()).toBeVisible()
})

test('the creator hands the application over to a team, and takes it back', async () => {
  const { page, context } = maker
  await command(context, server, 'POST', '/v3/organization', { slug: 'sync-makers', name: '同步小组', description: '一起维护同步器的人。' })
  await page.goto(`/settings/applications?app=${client}`)
  await page.getByRole('combobox', { name: '转给' }).selectOption({ label: '同步小组' })
  await settled(page)
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: '转让' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '转让' }).click()
  const team = page.getByRole('region', { name: '团队「同步小组」的应用' })
  await team.getByRole('link', { name: `管理「${name}」` }).click()
  await page.getByRole('combobox', { name: '转给' }).selectOption({ label: '我自己（演示创作者）' })
  await page.getByRole('button', { name: '转让' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '转让' }).click()
  await expect(page.getByRole('link', { name: `管理「${name}」` })).toBeVisible()
  await expect(team).toHaveCount(0)
  expect((await asApplication('/v2/user')).status).toBe(200)
})

test('who allowed the application is asked again after the hand-over, and told why', async () => {
  const { page } = guest
  await page.goto('/settings/authorizations')
  await expect(page.getByRole('article', { name }).getByText(/换了所有者/)).toBeVisible()
  await page.goto(address({ state: 'again' }))
  await expect(page.getByText('这个应用换了所有者')).toBeVisible()
  await settled(page)
  expect(await findings(page)).toEqual([])
  await (await decision(page, '授权')).click()
  await page.waitForURL(`${callback()}?*state=again*`)
  await page.goto('/settings/authorizations')
  await expect(page.getByRole('article', { name })).toBeVisible()
  await expect(page.getByRole('article', { name }).getByText(/换了所有者/)).toHaveCount(0)
})

test('the account sees what the application did, and who signed in to it', async () => {
  const { page } = guest
  await page.goto('/settings/authorizations')
  await page.getByRole('button', { name: `「${name}」的操作` }).click()
  const panel = page.getByRole('dialog', { name: `应用 · ${name}` })
  await expect(panel.getByText('查看账号')).toBeVisible()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflow(page)).toBe(undefined)
  }
  await settled(page)
  expect(await findings(page)).toEqual([])
  await panel.getByRole('link', { name: '在操作记录里查看' }).click()
  await page.waitForURL('**/settings/activity?key=*')
  await page.goto('/settings/activity')
  const signIns = page.getByRole('region', { name: '登录记录' })
  await expect(signIns.getByText('密码').first()).toBeVisible()
  await page
    .getByRole('button', { name: /的详情$/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText('authorization.granted.v1')).toBeVisible()
  await settled(page)
  expect(await findings(page)).toEqual([])
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflow(page)).toBe(undefined)
  }
})

test('the account narrows what the application may do and then revokes it, which holds at the next request', async () => {
  const { page } = guest
  await page.goto('/settings/authorizations')
  const card = page.getByRole('article', { name })
  await expect(card.getByText('资源：查看资源')).toBeVisible()
  await settled(page)
  expect(await findings(page)).toEqual([])
  await card.getByRole('button', { name: /^收窄/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: '查看账号' }).uncheck()
  await dialog.getByRole('button', { name: '收窄', exact: true }).click()
  await expect(page.getByText('权限已收窄')).toBeVisible()
  expect((await asApplication('/v2/user')).status).not.toBe(200)
  await card.getByRole('button', { name: /^撤销/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤销', exact: true }).click()
  await expect(page.getByText('已撤销').first()).toBeVisible()
  await expect(card).toHaveCount(0)
  expect((await asApplication('/v2/user')).status).toBe(401)
})

test('an application that cannot keep a secret proves itself by PKCE, and asks each time', async () => {
  const { page } = maker
  await page.goto('/settings/applications?app=new')
  await page.getByRole('radio', { name: /^不能保管密钥/ }).check()
  await page.getByRole('textbox', { name: '名称' }).fill('装在设备上的')
  await page.getByRole('textbox', { name: '第 1 个回调地址' }).fill(callback())
  await page.getByRole('checkbox', { name: '查看账号', exact: true }).check()
  await page.getByRole('button', { name: '注册应用' }).click()
  await page.waitForURL(/app=(?!new)/)
  client = new URL(page.url()).searchParams.get('app')
  const verifier = randomBytes(48).toString('base64url')
  const challenge = { code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256' }
  const other = guest.page
  for (const state of ['first', 'second']) {
    await other.goto(address({ scope: 'USER_READ', state, ...challenge }))
    await (await decision(other, '授权')).click()
    await other.waitForURL(`${callback()}?*code=*state=${state}*`)
  }
  const code = brought.at(-1).query.get('code')
  expect((await exchange({ code, code_verifier: verifier }, '')).status).toBe(200)
  expect((await exchange({ code, code_verifier: verifier }, '')).body.error).toBe('invalid_grant')
  expect([...maker.complaints, ...guest.complaints]).toEqual([])
})
