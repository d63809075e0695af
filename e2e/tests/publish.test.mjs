// From a new account to a project that search finds: what a creator and a moderator do, each in a browser of their own.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { launch, visitor } from '../lib/browser.mjs'
import { Server } from '../lib/server.mjs'

const password = 'hundred-silent-lanterns'
let server, browser, author

before(async () => {
  server = await Server.start()
  await server.feed(`${password}\n`, 'admin', 'create', 'keeper', 'keeper@example.org')
  browser = await launch()
  author = await visitor(browser, server.url)
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

test('a visitor signs up and is greeted by an empty list', async () => {
  const { page } = author
  await page.goto('/dashboard/projects')
  await page.waitForURL(/\/auth\/sign-in\?redirect=/)
  await page.getByRole('link', { name: '注册一个' }).click()
  await page.getByLabel('用户名').fill('小满')
  await page.getByLabel('邮箱').fill('xiaoman@example.org')
  await page.getByLabel('密码', { exact: false }).first().fill(password)
  await page.getByLabel('确认密码').fill('something else')
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await page.getByText('两次输入的密码不正确。').waitFor()
  await page.getByLabel('确认密码').fill(password)
  await page.getByRole('button', { name: '注册', exact: true }).click()
  await page.waitForURL('**/dashboard/projects')
  await page.getByText('还没有项目').waitFor()
})

test('creates a project', async () => {
  const { page } = author
  await page.getByRole('button', { name: '发布第一个资源' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称').fill('Tide Loom 潮汐织机')
  await dialog.getByLabel('链接').fill('tide-loom')
  await dialog.getByText('可以使用。').waitFor()
  await dialog.getByLabel('简介').fill('按潮水涨落自动织布的机器。')
  await dialog.getByRole('button', { name: '创建' }).click()
  await page.waitForURL('**/mod/tide-loom')
  await page.getByRole('heading', { level: 1, name: /Tide Loom/ }).waitFor()
  assert.ok(true)
})
