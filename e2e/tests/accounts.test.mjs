// A moderator suspends an account, the person sees why and until when, and an administrator restores it; a person leaves,
// and returns by signing in.
import { visitor } from '../lib/browser.mjs'
import { findings, overflow } from '../lib/look.mjs'
import { explain, signIn, signUp } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const name = '晚归人'
const password = 'correct-horse-lantern-7'
let server, person, moderator, admin, id

test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  person = await visitor(browser, server.url)
  await signUp(person.page, name, password)
  id = (await (await person.context.request.get(`${server.url}/v2/user`)).json()).id
  moderator = await visitor(browser, server.url)
  await signIn(moderator.context, server, '演示版主')
  admin = await visitor(browser, server.url)
  await signIn(admin.context, server, '演示管理员')
})

test.afterAll(async () => {
  await server?.stop()
})

test('the staff finds accounts by name and state, and comes from the public page', async () => {
  const { page } = moderator
  await page.goto('/moderation/accounts')
  await expect(page.getByRole('heading', { name: '账户', exact: true })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.getByLabel('状态').selectOption('suspended')
  await page.waitForURL('**state=suspended**')
  await expect(page.getByRole('link', { name: '低价带练' })).toBeVisible()
  await page.goto(`/user/${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: '更多' }).first().click()
  await page.getByRole('menuitem', { name: '账户管理' }).click()
  await page.waitForURL(`**/moderation/account/${id}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBeFalsy()
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a moderator suspends, and the person sees why and until when', async () => {
  const { page } = moderator
  await page.getByRole('button', { name: '封禁…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('封禁内容').locator('option', { hasText: '登录' })).toHaveCount(0)
  await dialog.getByRole('button', { name: '封禁' }).click()
  await expect(dialog.getByText('请选择原因。')).toBeVisible()
  await dialog.getByLabel('原因').selectOption('spam')
  await dialog.getByLabel('说明').fill('同一条广告贴了六次')
  await dialog.getByRole('button', { name: '封禁' }).click()
  await expect(page.getByRole('region', { name: '封禁' }).getByText('暂停发言')).toBeVisible()

  await person.page.goto('/forums/chat')
  const banner = person.page.getByRole('status').filter({ hasText: '你的账户已被暂停发言' })
  await expect(banner).toContainText('垃圾内容，同一条广告贴了六次')
  await expect(banner).toContainText('为止')
  const cookie = (await person.context.cookies(server.url)).find((one) => one.name === 'modyard_csrf')
  const refused = await person.context.request.post(`${server.url}/v3/forum`, {
    data: { title: '还是广告', type: 'chat', body: '便宜' },
    headers: { 'X-CSRF-Token': cookie.value, Origin: server.url },
  })
  expect(refused.status()).toBe(403)
  expect(await refused.json()).toMatchObject({ error: 'user_banned', details: { kind: 'talk', reason: '同一条广告贴了六次' } })
  await person.page.goto('/dashboard/notifications')
  await expect(person.page.getByText('你的账户已被暂停发言').first()).toBeVisible()
})

test('an administrator restores, with a reason', async () => {
  const { page } = admin
  await page.goto(`/moderation/account/${id}`)
  await page.getByRole('button', { name: '解除封禁：发言' }).click()
  await explain(page, 'correction')
  await expect(page.getByText('现在没有封禁。')).toBeVisible()
  await expect(page.getByRole('table').getByText('解除封禁').first()).toBeVisible()
  await person.page.reload()
  await expect(person.page.getByRole('status').filter({ hasText: '你的账户已被暂停' })).toHaveCount(0)
})

test('an administrator finds an address, which is recorded, and gives a role with a reason', async () => {
  const { page } = admin
  await page.goto('/moderation/accounts')
  await page.getByLabel('用户名、账户 ID 或完整的邮箱').fill(`${name}@example.org`)
  await page.getByRole('button', { name: '查找' }).click()
  await page.waitForURL(`**/moderation/account/${id}`)
  await expect(page.getByText('按邮箱找到').first()).toBeVisible()
  await page.getByRole('button', { name: '修改角色…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('角色').selectOption('moderator')
  await dialog.getByLabel('原因').selectOption('housekeeping')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(page.getByRole('table').getByText('授予角色').first()).toBeVisible()
})

test('a person leaves, is hidden at once, and returns by signing in', async () => {
  const { page } = person
  await page.goto('/settings/account')
  await page.getByRole('button', { name: '注销账户' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(`输入「${name}」确认`).fill(name)
  await dialog.getByLabel('当前密码').fill(password)
  await dialog.getByRole('button', { name: '注销账户' }).click()
  await expect(page.getByText('账户将在 14 天后删除').first()).toBeVisible()
  await admin.page.goto(`/moderation/account/${id}`)
  await expect(admin.page.getByRole('heading', { name: `已注销用户-${id}` })).toBeVisible()
  await expect(admin.page.getByText('账户正在注销')).toBeVisible()

  await page.goto('/auth/sign-in')
  await page.getByLabel('用户名或邮箱').fill(name)
  await page.getByLabel('密码').first().fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).last().click()
  await expect(page.getByText('这个账户正在注销')).toBeVisible()
  await page.getByRole('button', { name: '登录并恢复账户' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
  await page.goto(`/user/${id}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
})
