// The life of an account: letters, preferences in two browsers, the second factor, a forgotten password, sessions.
import { createHmac } from 'node:crypto'
import { visitor } from '../lib/browser.mjs'
import { linkOf } from '../lib/letters.mjs'
import { findings, overflow, settled } from '../lib/look.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const password = 'hundred-silent-lanterns'
const fresh = 'seven-quiet-harbours-9'
let server, home, away, secret, recovery

test.beforeAll(async ({ browser }) => {
  server = await Server.start()
  home = await visitor(browser, server.url)
  away = await visitor(browser, server.url)
})

test.afterAll(async () => {
  await server?.stop()
})

/** The code of a half minute, as an authenticator computes it. */
function code(base32, step) {
  const bits = [...base32].map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const sum = createHmac('sha1', key).update(counter).digest()
  return String((sum.readUInt32BE(sum.at(-1) & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
const now = () => Math.floor(Date.now() / 30_000)

async function signIn(page, name, word, next = '/settings') {
  await page.goto(`/auth/sign-in?redirect=${encodeURIComponent(next)}`)
  await page.getByLabel('用户名或邮箱').fill(name)
  await page.getByLabel('密码', { exact: false }).first().fill(word)
  await page.getByRole('button', { name: '登录', exact: true }).last().click()
}

test('a visitor signs up, gets a letter and verifies the address', async () => {
  const { page } = home
  await page.goto('/auth/sign-up')
  await page.getByLabel('用户名').fill('阿澄')
  await page.getByLabel('邮箱', { exact: false }).first().fill('cheng@example.org')
  await page.getByLabel('密码', { exact: false }).first().fill(password)
  await page.getByLabel('确认密码').fill(password)
  await page.getByRole('checkbox', { name: /接收站点/ }).check()
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await page.waitForURL('**/auth/welcome')
  await expect(page.getByRole('heading', { name: '欢迎，阿澄' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /接收站点/ })).toBeChecked()
  // What a new account plays is carried to the lists.
  await page.getByRole('combobox', { name: '游戏版本' }).selectOption('1.20.1')
  await page.getByRole('combobox', { name: '加载器' }).selectOption('fabric')
  const kind = page.getByRole('group', { name: '感兴趣的类型' }).getByRole('button', { name: '模组' })
  await kind.click()
  await expect(kind).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('link', { name: '开始逛逛' }).click()
  await page.waitForURL(server.url + '/')
  await page.goto('/mods')
  await expect(page.getByRole('button', { name: '只看适合 1.20.1 · Fabric 的' })).toBeVisible()
  const link = await linkOf(server, '/auth/verify-email')
  await page.goto('/dev/mail')
  await page.getByRole('link', { name: /验证你的邮箱/ }).click()
  await expect(page.getByText('请确认这个邮箱属于').first()).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: '邮箱已验证' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: '邮箱早已验证' })).toBeVisible()
  await away.page.goto('/auth/verify-email?flow=nothing')
  await expect(away.page.getByRole('heading', { name: '请登录后重发' })).toBeVisible()
})

test('a theme and a layout chosen in one browser apply in another', async () => {
  const { page } = home
  await page.goto('/settings')
  await page.getByRole('radio', { name: /矿灯/ }).check({ force: true })
  await expect.poll(async () => page.evaluate(() => document.documentElement.dataset.theme)).toBe('retro')
  const kept = page.waitForResponse(
    (r) => r.request().method() === 'PATCH' && r.request().postDataJSON()?.cosmetics?.rightSearchLayout === true,
  )
  await page.getByRole('group', { name: '模组的列表样式' }).getByRole('button', { name: '网格' }).click()
  await page.getByRole('switch', { name: '搜索页筛选靠右' }).check()
  await kept
  await signIn(away.page, 'cheng@example.org', password)
  await away.page.waitForFunction(() => document.documentElement.dataset.theme === 'retro')
  const mods = away.page.getByRole('group', { name: '模组的列表样式' })
  await expect(mods.locator('[aria-pressed=true][aria-label=网格]')).toBeVisible()
  await expect(away.page.getByRole('switch', { name: '搜索页筛选靠右', checked: true })).toBeVisible()
  await away.page.getByRole('button', { name: /切换主题/ }).click()
  await expect.poll(async () => away.page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
  // The first bytes of the next page already contain the theme: there is no flash of another one.
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/settings', { plain: true })
  await expect.poll(async () => page.evaluate(() => document.documentElement.dataset.theme)).toBe('retro')
  await page.unroute('**/*.js')
  home.complaints.length = 0 // of the delayed scripts
})

test('the profile name and picture can be changed', async () => {
  const { page } = home
  await page.goto('/settings/profile')
  await page.getByLabel('用户名').fill('阿澄二号')
  await page.getByLabel('简介').fill('写字的人。')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(page.getByText('个人资料已更新')).toBeVisible()
  const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC', 'base64')
  await page.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: dot })
  await page.getByRole('dialog').getByRole('button').last().click()
  await expect(page.getByText('头像已更新')).toBeVisible()
  await page.getByRole('button', { name: '移除头像' }).click()
  await expect(page.getByText('头像已移除')).toBeVisible()
})

test('the second factor is set up and then required', async () => {
  const { page } = home
  await page.goto('/settings/account')
  await page.getByRole('button', { name: '开启两步验证' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: '两步验证的二维码' })).toBeVisible()
  secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '')
  await dialog.getByLabel('6 位验证码').fill(code(secret, now()))
  await dialog.getByRole('button', { name: '确认开启' }).click()
  await expect(dialog.getByText('恢复码', { exact: true }).first()).toBeVisible()
  recovery = await dialog.locator('.recovery-codes code').allInnerTexts()
  expect(recovery.length).toBe(10)
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(page.getByText('登录时需要验证码或恢复码。')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await settled(page)
  expect(await findings(page)).toEqual([])
  expect(await overflow(page)).toBe(undefined)

  await away.context.clearCookies()
  await signIn(away.page, '阿澄二号', password, '/settings/sessions')
  await expect(away.page.getByRole('heading', { name: '两步验证' })).toBeVisible()
  // The code of the set-up is used; the server accepts that of the next half minute, since clocks may differ.
  await away.page.getByLabel('验证码').fill(code(secret, now() + 1))
  await away.page.waitForURL('**/settings/sessions')
  await expect(away.page.getByText('当前会话')).toBeVisible()
})

test('one browser signs the other out', async ({ browser }) => {
  await home.page.goto('/settings/sessions')
  const other = home.page.getByRole('listitem').filter({ hasNotText: '当前会话' })
  await other.first().getByRole('button', { name: /^退出/ }).click()
  await home.page.getByRole('dialog').getByRole('button', { name: '退出', exact: true }).click()
  await expect(home.page.getByText('已退出该会话')).toBeVisible()
  const left = await home.page.getByRole('listitem').filter({ hasNotText: '当前会话' }).count()
  if (left > 0) {
    await home.page.getByRole('listitem').filter({ hasNotText: '当前会话' }).first().getByRole('button', { name: /^退出/ }).click()
    await home.page.getByRole('dialog').getByRole('button', { name: '退出', exact: true }).click()
    await expect(home.page.getByRole('dialog')).toHaveCount(0)
  }
  away.complaints.length = 0
  await expect(async () => {
    await away.page.goto('/settings/sessions')
    await away.page.waitForURL(/\/auth\/sign-in/, { timeout: 4_000 })
  }).toPass()
  away.complaints.length = 0 // an ended session is rejected, which a browser logs
})

test('a forgotten password is reset by mail, which ends every session', async () => {
  const { page } = away
  await page.goto('/auth/sign-in')
  await page.getByRole('link', { name: '忘记密码？' }).click()
  // The address changes before the form does, and the sign-in form has a field of the same name.
  await expect(page.getByRole('heading', { name: '重设密码' })).toBeVisible()
  await page.getByLabel('用户名或邮箱').fill('阿澄二号')
  await page.getByRole('button', { name: '发送邮件' }).click()
  await expect(page.getByRole('heading', { name: '邮件已发送' })).toBeVisible()
  await page.goto(await linkOf(server, '/auth/reset-password'))
  await page.getByLabel('新密码').fill(fresh)
  await page.getByLabel('确认密码').fill('other')
  await page.getByRole('button', { name: '设置新密码' }).click()
  await expect(page.getByText('两次输入的密码不一致。')).toBeVisible()
  await page.getByLabel('确认密码').fill(fresh)
  await page.getByRole('button', { name: '设置新密码' }).click()
  await expect(page.getByRole('heading', { name: '密码已重设' })).toBeVisible()
  await signIn(page, 'cheng@example.org', fresh)
  await page.getByRole('button', { name: '使用恢复码' }).click()
  await page.getByLabel('恢复码').fill(recovery[0])
  await page.getByRole('button', { name: '登录', exact: true }).last().click()
  await page.waitForURL('**/settings')
  await expect(async () => {
    await home.page.goto('/settings/account')
    await home.page.waitForURL(/\/auth\/sign-in/, { timeout: 4_000 })
  }).toPass()
  home.complaints.length = 0
})

test('signing out on a private page leads to the sign-in form, and on a public page it stays', async ({ browser }) => {
  const guest = await visitor(browser, server.url)
  const { page } = guest
  const enter = async (recoveryCode) => {
    await signIn(page, '阿澄二号', fresh, '/dashboard')
    await page.getByRole('button', { name: '使用恢复码' }).click()
    await page.getByLabel('恢复码').fill(recoveryCode)
    await page.getByRole('button', { name: '登录', exact: true }).last().click()
    await page.waitForURL('**/dashboard')
  }
  const leave = async () => {
    await page.getByRole('button', { name: '我的账户' }).click()
    await page.getByRole('menuitem', { name: '退出登录' }).click()
  }
  await enter(recovery[2])
  await leave()
  await page.waitForURL('**/auth/sign-in?redirect=%2Fdashboard')
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible()
  await expect(page.getByText('创作中心')).toHaveCount(0)
  await enter(recovery[3])
  await page.goto('/mods')
  await leave()
  await expect(page.getByRole('link', { name: '登录', exact: true }).first()).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/mods')
  expect(guest.complaints).toEqual([])
  await guest.context.close()
})

test('an account without projects can be left', async () => {
  const { page } = away
  await page.goto('/settings/account')
  await page.getByRole('button', { name: '注销账户' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/输入「阿澄二号」确认/).fill('阿澄二号')
  await dialog.getByLabel('当前密码').fill(fresh)
  await dialog.getByLabel('验证码').fill(recovery[1])
  await dialog.getByRole('button', { name: '注销账户' }).click()
  await expect(page.getByText('账户将在 14 天后删除').first()).toBeVisible()
  await expect(page.getByRole('link', { name: '登录' }).first()).toBeVisible()
  expect([...home.complaints, ...away.complaints]).toEqual([])
})
