// Passkeys with the browser's own virtual authenticator: adding, signing in, the second step, confirming, removing.
import { visitor } from '../lib/browser.mjs'
import { findings, overflow, settled } from '../lib/look.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const password = 'hundred-silent-lanterns'
let server, home, devtools, device

test.beforeAll(async ({ browser }) => {
  server = await Server.named('--proof-bits', '0')
  home = await visitor(browser, server.url)
  // The virtual authenticator answers a form's suggestions at once; here the buttons are tried.
  await home.page.addInitScript(() => {
    if ('PublicKeyCredential' in window) PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  devtools = await home.context.newCDPSession(home.page)
  await devtools.send('WebAuthn.enable')
  device = await plug(devtools)
})

test.afterAll(async () => {
  await server?.stop()
})

/** An authenticator that verifies its owner, or does not. */
async function plug(session, verified = true) {
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: verified }
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, automaticPresenceSimulation: true },
  })
  return authenticatorId
}

const keys = async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId: device })).credentials
const section = () => home.page.getByRole('region', { name: '通行密钥' })
const form = () => home.page.getByRole('main')

/** An open page would ask for its stream again without a session, and log the refusal: it is left first. */
async function signOut() {
  await home.page.goto('about:blank')
  await home.context.clearCookies()
}

async function byPassword() {
  await home.page.goto('/auth/sign-in?redirect=%2Fsettings%2Faccount')
  await home.page.getByLabel('用户名或邮箱').fill('阿澄')
  await home.page.getByLabel('密码', { exact: false }).first().fill(password)
  await form().getByRole('button', { name: '登录', exact: true }).click()
}

test('an account adds a passkey, which has its name and times', async ({ browser }) => {
  const { page, context } = home
  const made = await context.request.post(`${server.url}/v2/auth/create`, {
    data: { username: '阿澄', email: 'cheng@example.org', password },
  })
  expect(made.ok(), await made.text()).toBeTruthy()
  await page.goto('/settings/account')
  await expect(section().getByText('还没有通行密钥')).toBeVisible()
  // The keyboard alone is enough.
  await section().getByRole('button', { name: '添加通行密钥' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称').fill('')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('请填写 1–64 个字符。')).toBeVisible()
  await dialog.getByLabel('名称').fill('书房的电脑')
  await page.keyboard.press('Enter')
  await expect(page.getByText('现在可以用「书房的电脑」登录。')).toBeVisible()
  await expect(section().getByText('从未使用')).toBeVisible()
  expect((await keys()).length).toBe(1)
  expect((await keys())[0].rpId).toBe('localhost')
  // The same device again is refused by the browser itself.
  await section().getByRole('button', { name: '添加通行密钥' }).click()
  await dialog.getByRole('button', { name: '继续' }).click()
  await expect(dialog.getByText('这台设备上已经有你账户的通行密钥。')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await settled(page)
  expect(await findings(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBe(undefined)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a passkey signs in without a name or a password, and the sessions say so', async () => {
  const { page } = home
  await signOut()
  await page.goto('/auth/sign-in?redirect=%2Fsettings%2Fsessions')
  await form().getByRole('button', { name: '使用通行密钥登录' }).click()
  await page.waitForURL('**/settings/sessions')
  await expect(page.getByRole('listitem').filter({ hasText: '当前会话' }).getByText('用通行密钥登录')).toBeVisible()
  await page.goto('/settings/account')
  await expect(section().getByText('最近使用')).toBeVisible()
})

test('the form suggests the passkey of the browser', async ({ browser }) => {
  const guest = await visitor(browser, server.url)
  const session = await guest.context.newCDPSession(guest.page)
  await session.send('WebAuthn.enable')
  const [credential] = await keys()
  await session.send('WebAuthn.addCredential', { authenticatorId: await plug(session), credential: { ...credential, signCount: 1000 } })
  await guest.page.goto('/auth/sign-in?redirect=%2Fsettings%2Faccount', { plain: true })
  await guest.page.waitForURL('**/settings/account')
  expect(guest.complaints).toEqual([])
  await guest.context.close()
  await devtools.send('WebAuthn.removeCredential', { authenticatorId: device, credentialId: credential.credentialId })
  await devtools.send('WebAuthn.addCredential', { authenticatorId: device, credential: { ...credential, signCount: 2000 } })
})

test('what a person cancels, or a device cannot verify, is said and can be tried again', async () => {
  const { page } = home
  await signOut()
  await page.goto('/auth/sign-in?redirect=%2Fsettings%2Faccount')
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId: device, isUserVerified: false })
  await form().getByRole('button', { name: '使用通行密钥登录' }).click()
  await expect(form().getByText('操作已取消，或者等待太久。可以再试一次。')).toBeVisible()
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId: device, isUserVerified: true })
  await form().getByRole('button', { name: '使用通行密钥登录' }).click()
  await page.waitForURL('**/settings/account')
})

test('the password needs the passkey too where the account says so', async () => {
  const { page } = home
  await section().getByRole('switch', { name: '密码登录时也要求通行密钥' }).click()
  const dialog = page.getByRole('dialog', { name: '恢复码' })
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: '完成' }).click()
  await signOut()
  await byPassword()
  await expect(page.getByRole('heading', { name: '两步验证' })).toBeVisible()
  await form().getByRole('button', { name: '使用通行密钥' }).click()
  await page.waitForURL('**/settings/account')
})

test('after a quarter of an hour a passkey confirms who is there', async ({ browser }) => {
  const { page } = home
  // The server's clock cannot be set here: its answer of a late command is given once instead.
  let late = true
  await page.route('**/_internal/auth/passkeys/*', async (route) => {
    if (!late || route.request().method() !== 'PATCH') return route.continue()
    late = false
    await route.fulfill({ status: 428, json: { error: 'precondition_required', description: '请先确认是你本人在操作' } })
  })
  await section().getByRole('button', { name: '重命名「书房的电脑」' }).click()
  await page.getByRole('dialog').getByLabel('名称').fill('卧室的电脑')
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  const confirmed = page.waitForResponse((r) => r.url().endsWith('/v2/auth/confirm') && r.status() === 204)
  await page.getByRole('dialog', { name: '请确认是你本人' }).getByRole('button', { name: '使用通行密钥' }).click()
  await confirmed
  await expect(section().getByText('卧室的电脑')).toBeVisible()
  home.complaints.length = 0 // the browser logs the late answer
  await page.unroute('**/_internal/auth/passkeys/*')
})

test('a copied passkey is suspended, and removing the last one ends the second step', async ({ browser }) => {
  const { page } = home
  const [key] = await keys()
  await devtools.send('WebAuthn.removeCredential', { authenticatorId: device, credentialId: key.credentialId })
  await devtools.send('WebAuthn.addCredential', { authenticatorId: device, credential: { ...key, signCount: 0 } })
  const cookies = await home.context.cookies() // of the session that is used again below
  await signOut()
  await page.goto('/auth/sign-in?redirect=%2Fsettings%2Faccount')
  await form().getByRole('button', { name: '使用通行密钥登录' }).click()
  await expect(form().getByText('通行密钥不正确，或已经被移除')).toBeVisible()
  home.complaints.length = 0 // the browser logs the rejection
  await home.context.addCookies(cookies)
  await page.goto('/settings/account')
  await expect(section().getByText('已停用', { exact: true })).toBeVisible()
  await section().getByRole('button', { name: '移除「卧室的电脑」' }).click()
  await expect(page.getByRole('dialog').getByText('移除后，密码登录不再需要第二步验证')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: '移除' }).click()
  await expect(section().getByText('还没有通行密钥')).toBeVisible()
  await signOut()
  await byPassword()
  await page.waitForURL('**/settings/account')
})

test('on an IP address the screen says why passkeys are off, and where they are on', async ({ browser }) => {
  const address = `http://127.0.0.1:${server.port}`
  const guest = await visitor(browser, address)
  const { page } = guest
  await page.goto('/auth/sign-in?redirect=%2Fsettings%2Faccount')
  await expect(page.getByRole('button', { name: '使用通行密钥登录' })).toHaveCount(0)
  await page.getByLabel('用户名或邮箱').fill('阿澄')
  await page.getByLabel('密码', { exact: false }).first().fill(password)
  await page.getByRole('main').getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/settings/account')
  const region = page.getByRole('region', { name: '通行密钥' })
  await expect(region.getByText('你正在用 IP 地址 127.0.0.1 访问本站')).toBeVisible()
  await expect(region.getByRole('link')).toHaveAttribute('href', `${server.url}/settings/account`)
  await expect(region.getByRole('button')).toHaveCount(0)
  await settled(page)
  expect(await findings(page)).toEqual([])
  expect(guest.complaints).toEqual([])
  await guest.context.close()
})

test('the current session can be ended in the list of sessions', async () => {
  const { page } = home
  await page.goto('/settings/sessions')
  await page.getByRole('button', { name: '退出登录', exact: true }).last().click()
  await page.getByRole('dialog', { name: '退出这台设备？' }).getByRole('button', { name: '退出登录' }).click()
  await page.waitForURL('**/auth/sign-in?redirect=**')
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible()
  expect(home.complaints).toEqual([])
})
