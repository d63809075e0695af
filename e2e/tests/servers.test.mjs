// A game server from nothing to a console that its owner types into: an administrator and an owner, each in a browser of their own, and a real
// game host that is killed while the owner looks.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { visitor } from '../lib/browser.mjs'
import { eventually } from '../lib/eventually.mjs'
import { freePort, Node } from '../lib/node.mjs'
import { signIn, signUp } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const password = 'hundred-silent-lanterns'
let server, node, admin, owner

test.beforeAll(async ({ browser }) => {
  server = await Server.start()
  await server.feed(`${password}\n`, 'admin', 'create', 'keeper', 'keeper@example.org')
  admin = await visitor(browser, server.url)
  owner = await visitor(browser, server.url)
})

test.afterAll(async () => {
  await node?.stop()
  await server?.stop()
})

test('an owner without a server is told how to get one', async () => {
  const { page } = owner
  await signUp(page, '晚风', password)
  await page.goto('/servers/manage')
  await expect(page.getByText('还没有服务器')).toBeVisible()
  await expect(page.getByText('服务器由站点的管理员开通')).toBeVisible()
})

test('an administrator adds a node, and a machine joins with its code', async () => {
  const { page } = admin
  await page.goto('/auth/sign-in?redirect=/moderation/nodes')
  await page.getByLabel('用户名').fill('keeper')
  await page.getByLabel('密码', { exact: false }).first().fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/moderation/nodes')
  await page.getByRole('button', { name: '添加节点' }).first().click()
  const form = page.getByRole('dialog', { name: '添加节点' })
  const port = await freePort()
  await form.getByLabel('名称').fill('华东一号')
  await form.getByLabel('第一个端口').fill(String(port))
  await form.getByLabel('最后一个端口').fill(String(port))
  await form.getByRole('button', { name: '添加', exact: true }).click()
  const shown = page.getByRole('dialog', { name: '加入码' })
  const command = await shown.locator('code').nth(1).textContent()
  const [, site, code] = /node join (\S+) (\S+)/.exec(command)
  expect(site).toBe(server.url)
  await shown.getByRole('button', { name: '完成' }).click()
  node = await Node.join(site, code)
  await expect(page.getByText('已连接').first()).toBeVisible({ timeout: 30_000 })
})

test('an administrator gives the owner a server', async () => {
  const { page } = admin
  await page.goto('/moderation/servers')
  await page.getByRole('button', { name: '开通服务器' }).first().click()
  const form = page.getByRole('dialog', { name: '开通服务器' })
  await form.getByLabel('主人').fill('晚风')
  await form.getByLabel('名称').fill('晚风生存服')
  await form.getByLabel('软件').selectOption('stand-in')
  await form.getByRole('button', { name: '开通', exact: true }).click()
  await expect(page.getByText('晚风生存服').first()).toBeVisible()
})

test('the owner starts it, and types into its console', async () => {
  const { page } = owner
  await page.goto('/servers/manage')
  await page
    .getByRole('link', { name: /晚风生存服/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /晚风生存服/ })).toBeVisible()
  await expect(page.getByText('已停止').first()).toBeVisible()
  await page.getByRole('button', { name: '启动', exact: true }).click()
  await expect(page.getByText('运行中').first()).toBeVisible({ timeout: 30_000 })
  const log = page.getByRole('log')
  await expect(log.getByText('For help, type "help"')).toBeVisible()
  await page.getByRole('textbox', { name: '命令' }).fill('say 你好')
  await page.getByRole('textbox', { name: '命令' }).press('Enter')
  await expect(log.getByText('[Server] 你好')).toBeVisible()
})

test('the node is killed while the owner looks: the server runs on, and no line is missing when the node is back', async () => {
  const { page } = owner
  const log = page.getByRole('log')
  await node.kill()
  await expect(page.getByText('正在重新连接').first()).toBeVisible({ timeout: 30_000 })
  await node.start()
  await expect(page.getByText('已同步').first()).toBeVisible({ timeout: 30_000 })
  await page.getByRole('textbox', { name: '命令' }).fill('say 还在')
  await page.getByRole('textbox', { name: '命令' }).press('Enter')
  await expect(log.getByText('[Server] 还在')).toBeVisible()
  await expect(log.getByText('[Server] 你好')).toHaveCount(1)
  await expect(log.getByText(/^缺 /)).toHaveCount(0)
})

test('a crash is shown with its code, and the server starts again by itself', async () => {
  const { page } = owner
  await page.getByRole('textbox', { name: '命令' }).fill('crash 7')
  await page.getByRole('textbox', { name: '命令' }).press('Enter')
  await expect(page.getByText('服务器崩溃').first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/退出代码 7/).first()).toBeVisible()
  await expect(page.getByText('运行中').first()).toBeVisible({ timeout: 30_000 })
})

test('a suspended server is stopped, and its owner is told why', async () => {
  const { page } = admin
  await page.goto('/moderation/servers')
  await page.getByRole('button', { name: '管理 晚风生存服' }).click()
  await page.getByRole('menuitem', { name: '暂停' }).click()
  const form = page.getByRole('dialog', { name: /暂停 晚风生存服/ })
  await form.getByRole('combobox').first().selectOption('moderated')
  await form.getByRole('button', { name: '暂停', exact: true }).click()
  const reason = page.getByRole('dialog', { name: '说明操作原因' })
  await reason.getByRole('combobox').selectOption('rules')
  await reason.getByRole('button', { name: '继续' }).click()
  await expect(owner.page.getByText('服务器已暂停：违反站点规则').first()).toBeVisible({ timeout: 30_000 })
  await expect(owner.page.getByRole('button', { name: '启动', exact: true })).toBeDisabled()
})

test('the demonstration has servers that run beside it, and stop with it', async ({ browser }) => {
  const demo = await Server.start('--demo', '--demo-node')
  try {
    const { page, context } = await visitor(browser, demo.url)
    await eventually(() => signIn(context, demo, '演示创作者'))
    await page.goto('/servers/manage')
    await expect(page.getByText('运行中', { exact: true })).toHaveCount(2, { timeout: 60_000 })
    await expect(page.getByText('已停止', { exact: true })).toHaveCount(1)
    await demo.end()
    const left = await promisify(execFile)('pgrep', ['-f', join(demo.dir, 'data')]).catch(() => ({ stdout: '' }))
    expect(left.stdout).toBe('')
  } finally {
    await demo.stop()
  }
})
