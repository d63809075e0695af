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

test('the owner makes a file in the browser, writes into it, deletes it and takes it back', async () => {
  const { page } = owner
  await page.getByRole('link', { name: '文件', exact: true }).click()
  const list = page.getByRole('grid', { name: '文件列表' })
  await expect(list.getByText('server.properties')).toBeVisible()
  await page.getByRole('button', { name: '新建' }).click()
  await page.getByRole('menuitem', { name: '新建文件', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('名称').fill('公告.yml')
  await form.getByRole('button', { name: '创建' }).click()
  const editor = page.getByRole('textbox', { name: '公告.yml 的内容' })
  await editor.click()
  await page.keyboard.type('欢迎: 新玩家')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('已保存').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: '公告.yml 的内容' })).toContainText('欢迎: 新玩家')
  await page
    .getByRole('button', { name: '返回文件列表' })
    .or(page.getByRole('link', { name: '返回文件列表' }))
    .first()
    .click()
  await page.getByRole('button', { name: '公告.yml 的操作' }).click()
  await page.getByRole('menuitem', { name: '删除', exact: true }).click()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(list.getByText('公告.yml')).toBeVisible()
})

test('a changed setting waits while the server runs, and stands in its file when it has stopped', async () => {
  const { page } = owner
  await page.getByRole('link', { name: '设置', exact: true }).click()
  await page.getByRole('link', { name: '游戏设置' }).click()
  const players = page.getByRole('textbox', { name: /人数上限/ })
  await players.fill('7')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('设置已保存').first()).toBeVisible()
  await expect(page.getByText('待应用').first()).toBeVisible()
  await expect(players).toHaveValue('7')
  await page.getByRole('button', { name: '停止', exact: true }).click()
  await expect(page.getByText('已停止').first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('待应用')).toHaveCount(0, { timeout: 30_000 })
  await page.getByRole('link', { name: '文件', exact: true }).click()
  await page.getByRole('grid', { name: '文件列表' }).getByText('server.properties').click()
  await expect(page.getByRole('textbox', { name: 'server.properties 的内容' })).toContainText('max-players=7')
  await page.getByRole('button', { name: '启动', exact: true }).click()
  await expect(page.getByText('运行中').first()).toBeVisible({ timeout: 30_000 })
})

test('the change is in the history of the file, and is taken back', async () => {
  const { page } = owner
  await page.getByRole('link', { name: '动态', exact: true }).click()
  await page.getByRole('link', { name: '设置历史', exact: true }).first().click()
  await expect(page.getByRole('row', { name: /^max-players/ })).toContainText('7', { timeout: 30_000 })
  await page.getByRole('button', { name: '撤销这次更改' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '恢复', exact: true }).click()
  await expect(page.getByText('已恢复').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /修改了文件/ }).first()).toBeVisible({ timeout: 30_000 })
})

test('a backup is made under play, restored when the server has stopped, and the restore is undone', async () => {
  const { page } = owner
  await page.getByRole('link', { name: /^备份/ }).click()
  await page.getByRole('button', { name: '新建备份' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox').fill('更新前')
  await form.getByRole('button', { name: /备份/ }).last().click()
  await expect(page.getByText(/实占/)).toBeVisible({ timeout: 30_000 })

  await page.getByRole('link', { name: '文件', exact: true }).click()
  const list = page.getByRole('grid', { name: '文件列表' })
  await page.getByRole('button', { name: '公告.yml 的操作' }).click()
  await page.getByRole('menuitem', { name: '删除', exact: true }).click()
  await expect(list.getByText('公告.yml')).toHaveCount(0)

  await page.getByRole('link', { name: /^备份/ }).click()
  await page.getByRole('button', { name: /^恢复/ }).click()
  const dialog = page.getByRole('dialog', { name: '恢复到「更新前」？' })
  await expect(dialog.getByText('停止后才能恢复')).toBeVisible()
  await dialog.getByRole('button', { name: '停止服务器' }).click()
  await expect(dialog.getByText('停止后才能恢复')).toBeHidden({ timeout: 30_000 })
  await dialog.getByRole('textbox').fill('晚风生存服')
  await dialog.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(page.getByText('已恢复到「更新前」')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: '文件', exact: true }).click()
  await expect(list.getByText('公告.yml')).toBeVisible()

  await page.getByRole('link', { name: /^备份/ }).click()
  await page.getByRole('button', { name: '撤销恢复' }).click()
  await page.getByRole('dialog', { name: '撤销恢复？' }).getByRole('button', { name: '撤销恢复' }).click()
  await expect(page.getByText('已恢复到「更新前」')).toBeHidden({ timeout: 30_000 })
  await page.getByRole('link', { name: '文件', exact: true }).click()
  await expect(list.getByText('server.properties')).toBeVisible()
  await expect(list.getByText('公告.yml')).toHaveCount(0)
  await page.getByRole('button', { name: '启动', exact: true }).click()
  await expect(page.getByText('运行中').first()).toBeVisible({ timeout: 30_000 })
})

test('one file is taken out of a backup, and what it replaced lies in the trash', async () => {
  const { page } = owner
  await page.getByRole('link', { name: /^备份/ }).click()
  const inside = async () => {
    await page.getByRole('button', { name: '「更新前」的更多操作' }).click()
    await page.getByRole('menuitem', { name: '查看内容' }).click()
    return page.getByRole('dialog', { name: '「更新前」的内容' })
  }
  let dialog = await inside()
  await dialog.getByRole('button', { name: '还原文件「公告.yml」' }).press('Enter')
  let asked = page.getByRole('dialog', { name: '还原此文件？' })
  await expect(asked.getByText('服务器上现在没有它')).toBeVisible()
  await expect(asked.getByRole('button', { name: '还原此文件' })).toBeDisabled()
  await asked.getByRole('button', { name: '停止服务器' }).click()
  await expect(asked.getByRole('button', { name: '还原此文件' })).toBeEnabled({ timeout: 30_000 })
  await asked.getByRole('button', { name: '还原此文件' }).click()
  await expect(page.getByText('已开始还原').first()).toBeVisible()
  await page.getByRole('link', { name: '文件', exact: true }).click()
  const list = page.getByRole('grid', { name: '文件列表' })
  await eventually(async () => {
    await page.reload()
    await expect(list.getByText('公告.yml')).toBeVisible({ timeout: 2_000 })
  })

  await page.getByRole('link', { name: /^备份/ }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  dialog = await inside()
  await dialog.getByRole('button', { name: '还原文件「公告.yml」' }).click()
  asked = page.getByRole('dialog', { name: '还原此文件？' })
  await expect(asked.getByText(/现在是一个文件/)).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await asked.getByRole('button', { name: '还原此文件' }).click()
  await expect(dialog).toBeHidden()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: '文件', exact: true }).click()
  await eventually(async () => {
    await page.reload()
    await page.getByRole('button', { name: '回收站', exact: true }).click()
    // One was deleted before, by hand.
    await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: '/公告.yml' })).toHaveCount(2, { timeout: 2_000 })
  })
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: '动态', exact: true }).click()
  await expect(page.getByText('要求还原备份中的文件').first()).toBeVisible()
  await expect(page.getByText('/公告.yml').first()).toBeVisible()
  await page.getByRole('button', { name: '启动', exact: true }).click()
  await expect(page.getByText('运行中').first()).toBeVisible({ timeout: 30_000 })
})

test('a member looks on after accepting, sees no files, and loses the console at once when removed', async ({ browser }) => {
  const member = await visitor(browser, server.url)
  await signUp(member.page, '半枚齿轮', password)
  const { page } = owner
  await page.getByRole('link', { name: '设置', exact: true }).click()
  await page.getByRole('link', { name: '成员' }).click()
  await page.getByLabel('用户名').fill('半枚齿轮')
  await page.getByRole('combobox', { name: '角色', exact: true }).click()
  await page.getByRole('option', { name: '旁观者' }).click()
  await page.getByRole('button', { name: '邀请', exact: true }).click()
  await expect(page.getByText('已发出邀请').first()).toBeVisible()
  await member.page.goto('/servers/manage')
  await member.page.getByRole('button', { name: '接受「晚风生存服」的邀请' }).click()
  await member.page
    .getByRole('link', { name: /晚风生存服/ })
    .first()
    .click()
  await expect(member.page.getByText('已同步').first()).toBeVisible({ timeout: 30_000 })
  await expect(member.page.getByRole('button', { name: '停止', exact: true })).toBeDisabled()
  await page.reload()
  await page.getByRole('button', { name: '对 半枚齿轮 的操作' }).click()
  await page.getByRole('menuitem', { name: '移除' }).click()
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: '移除' }).click()
  await expect(page.getByText('成员已移除').first()).toBeVisible()
  await expect(member.page.getByRole('heading', { name: '没有这个页面' })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: '概览' }).click()
  await expect(page.getByText('已同步').first()).toBeVisible({ timeout: 30_000 })
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
