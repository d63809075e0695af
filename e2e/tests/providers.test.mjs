// Signing in with the account of another site: joining, coming back, linking, unlinking, and what goes wrong on the way.
import { writeFile } from 'node:fs/promises'
import { visitor } from '../lib/browser.mjs'
import { Issuer } from '../lib/issuer.mjs'
import { findings, overflow, settled } from '../lib/look.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const password = 'hundred-silent-lanterns'
let server, issuer, gone

test.beforeAll(async ({}, info) => {
  issuer = await Issuer.start()
  gone = await Issuer.start()
  const file = info.outputPath('providers.json')
  await writeFile(file, JSON.stringify([issuer.config(), gone.config('gone', '远站')]))
  await gone.stop()
  server = await Server.start('--proof-bits', '0', '--providers', file)
})

test.afterAll(async () => {
  await server?.stop()
  await issuer?.stop()
})

const form = (page) => page.getByRole('main')
const links = (page) => page.getByRole('region', { name: '其他登录方式' })

/** From the form of the site to the other one, where the person agrees or not. */
async function go(page, answer, back = '/mods') {
  await page.goto(`/auth/sign-in?redirect=${encodeURIComponent(back)}`)
  await page.getByRole('link', { name: '用 邻站 登录' }).click()
  await page.getByRole('link', { name: answer }).click()
}

async function looksWell(page) {
  await settled(page)
  expect(await overflow(page)).toBe(undefined)
  expect(await findings(page)).toEqual([])
}

test('a person from another site joins, and comes back to where they were', async ({ browser }) => {
  const { page, context } = await visitor(browser, server.url)
  await go(page, '同意')
  await expect(page.getByRole('heading', { name: '完成注册' })).toBeVisible()
  await looksWell(page)
  await expect(form(page).getByLabel('用户名')).toHaveValue('chengzi')
  await expect(form(page).getByText('邻站 已经验证过这个邮箱')).toBeVisible()
  await page.reload()
  await form(page).getByLabel('用户名').fill('')
  await form(page).getByRole('button', { name: '建立账户' }).click()
  await expect(form(page).getByText('请填写此项。')).toBeVisible()
  await form(page).getByLabel('用户名').fill('橙子')
  await form(page).getByRole('button', { name: '建立账户' }).click()
  await expect(page.getByRole('heading', { name: '欢迎，橙子' })).toBeVisible()
  await page.goto('about:blank')
  await context.clearCookies()
  await go(page, '同意')
  await page.waitForURL(`${server.url}/mods`)
  await page.goto('/settings/sessions')
  await expect(form(page).getByText('用其他网站的账号登录').first()).toBeVisible()
  // The only way in stays, until there is a password.
  await page.goto('/settings/account')
  await links(page).getByRole('button', { name: '解除 邻站' }).click()
  await expect(page.getByRole('dialog').getByText('这是你登录的唯一方式')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: '解除' })).toBeDisabled()
  await context.close()
})

test('a person who does not agree is told so, and a site that is away is shown as that', async ({ browser }) => {
  const { page, context } = await visitor(browser, server.url, { viewport: { width: 390, height: 844 } })
  await go(page, '拒绝')
  await expect(form(page).getByText('你在对方网站没有同意登录')).toBeVisible()
  await page.getByRole('link', { name: '用 远站 登录' }).click()
  await expect(form(page).getByText('对方网站没有回应')).toBeVisible()
  await expect(page.getByRole('button', { name: '远站 没有回应' })).toBeDisabled()
  await looksWell(page)
  await context.close()
})

test('an account is linked to another site, signs in by it, and ends the link', async ({ browser }) => {
  issuer.person = { sub: 'person-2', preferred_username: 'bai', email: 'bai@example.net', email_verified: true }
  const { page, context } = await visitor(browser, server.url)
  const made = await context.request.post(`${server.url}/v2/auth/create`, {
    data: { username: '小白', email: 'bai@example.org', password },
  })
  expect(made.ok(), await made.text()).toBeTruthy()
  await page.goto('/settings/account')
  await links(page).getByRole('button', { name: '绑定 邻站' }).click()
  await page.getByRole('link', { name: '同意' }).click()
  await expect(page.getByText('已绑定 邻站')).toBeVisible()
  await page.waitForURL(`${server.url}/settings/account`)
  await looksWell(page)
  await page.goto('about:blank')
  await context.clearCookies()
  await go(page, '同意', '/settings/account')
  await links(page).getByRole('button', { name: '解除 邻站' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '解除' }).click()
  await expect(page.getByText('已解除 邻站')).toBeVisible()
  await expect(links(page).getByRole('button', { name: '绑定 邻站' })).toBeVisible()
  await context.close()
})

test('an account of another site that signs in here already is not linked a second time', async ({ browser }) => {
  issuer.person = { sub: 'person-1', preferred_username: 'chengzi', email: 'chengzi@example.net', email_verified: true }
  const { page, context } = await visitor(browser, server.url)
  const made = await context.request.post(`${server.url}/v2/auth/create`, {
    data: { username: '小黑', email: 'hei@example.org', password },
  })
  expect(made.ok(), await made.text()).toBeTruthy()
  await page.goto('/settings/account')
  await links(page).getByRole('button', { name: '绑定 邻站' }).click()
  await page.getByRole('link', { name: '同意' }).click()
  await expect(page.getByText('已经绑定了本站的另一个账户')).toBeVisible()
  await context.close()
})
