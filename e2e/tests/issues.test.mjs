// Somebody reads the issues of a project; a member opens their board; another person reports a crash with a log, of which what
// is personal is hidden before it is sent; the member labels and closes it, and both see what happened.
import { visitor } from '../lib/browser.mjs'
import { findings, overflow } from '../lib/look.mjs'
import { signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const read = '/mod/hundred-hearths/issues'
const secret = 'eyJhbGciOiJIUzI1NiJ9.c2VjcmV0.c2lnbmF0dXJl'
const log = [
  '---- Minecraft Crash Report ----',
  'Minecraft Version: 1.21.1',
  '[main/INFO]: Loading Minecraft 1.21.1 with Fabric Loader 0.16.5',
  '[main/INFO]: Setting user: Cellar_Digger',
  `--accessToken ${secret}`,
  'C:\\Users\\Li Lei\\AppData\\Roaming\\.minecraft\\mods',
  'Cellar_Digger[/203.0.113.7:51234] logged in',
  '\tat net.minecraft.client.Minecraft.run(Minecraft.java:1)',
].join('\n')

let server, maker, reporter, project, address

test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  maker = await visitor(browser, server.url)
  await signIn(maker.context, server, '演示创作者')
  reporter = await visitor(browser, server.url)
  await signIn(reporter.context, server, '演示管理员')
  const projects = await (await fetch(`${server.url}/v2/user/${encodeURIComponent('演示创作者')}/projects`)).json()
  const { slug } = projects.find(({ status }) => status === 'approved')
  project = await (await fetch(`${server.url}/_internal/project/${slug}`)).json()
  address = `/${project.url_type}/${project.slug}`
})

test.afterAll(async () => {
  await server?.stop()
})

async function sound(page) {
  expect(await findings(page)).toEqual([])
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await overflow(page)).toBeFalsy()
  }
}

test('a visitor filters the list, and reads an issue with what happened between its comments', async ({ browser }) => {
  const { page, context } = await visitor(browser, server.url)
  await page.goto(read)
  await expect(page).toHaveTitle(/^反馈 - .+ - Modyard$/)
  await sound(page)
  await page.getByRole('combobox', { name: '标签' }).selectOption({ label: '配方' })
  await page.waitForURL(/label=/)
  await expect(page.getByRole('link', { name: '灶台关火后烟一直不散' })).toHaveCount(0)
  await page.getByRole('link', { name: '清除筛选' }).click()
  await page.getByRole('link', { name: /^全部/ }).click()
  await page.getByRole('link', { name: '灶台关火后烟一直不散' }).click()
  await expect(page.getByRole('heading', { level: 2, name: '灶台关火后烟一直不散' })).toBeVisible()
  await expect(page.locator('#floor-1')).toContainText('能重现')
  await expect(page.getByRole('region', { name: '回复与变化' })).toContainText('标明在版本')
  await expect(page.getByRole('region', { name: '发表回复' }).getByRole('link', { name: '登录' })).toBeVisible()
  await sound(page)
  const { id } = await (await fetch(`${server.url}/v3/project/hundred-hearths/issues/1`)).json()
  await page.goto(`${read}/${id}`)
  await page.waitForURL(`**${read}/1`)
  expect((await page.request.get(`${read}/4040`)).status()).toBe(404)
  await context.close()
})

test('a member takes issues on this site, with a template and a label of their own', async () => {
  const { page } = maker
  await page.goto(`${address}/settings/issues`)
  await page.getByRole('radio', { name: /^只在本站/ }).check()
  await page.getByRole('button', { name: /^保存/ }).click()
  await expect(page.getByText('反馈设置已保存')).toBeVisible()
  await page.getByRole('button', { name: '添加标签' }).click()
  const dialog = page.getByRole('dialog', { name: '添加标签' })
  await dialog.getByRole('textbox', { name: /^名称/ }).fill('界面')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(page.getByRole('button', { name: '修改标签 界面' })).toBeVisible()
  await sound(page)
})

test('a crash is reported with a log that names nobody', async () => {
  const { page } = reporter
  await page.goto(`${address}/issues`)
  await page.getByRole('button', { name: '新建反馈' }).click()
  await page.getByRole('textbox', { name: /^标题/ }).fill('打开地窖时崩溃')
  await page.getByRole('textbox', { name: '内容' }).fill('第一次打开就这样。')
  await page.getByLabel('日志或崩溃报告').setInputFiles({ name: 'crash.txt', mimeType: 'text/plain', buffer: Buffer.from(log) })
  await expect(page.getByText(/^已隐去 1 处令牌、2 处账号、1 处用户目录名、1 处地址$/)).toBeVisible()
  await sound(page)
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/issues'))
  await page.getByRole('button', { name: '提交反馈' }).click()
  expect((await sent).postData()).not.toMatch(/Cellar_Digger|Li Lei|203\.0\.113|eyJ/)
  await page.waitForURL(`**${address}/issues/1`)
  const opening = page.getByRole('region', { name: '正文' })
  await opening.getByText('crash.txt').click()
  await expect(opening.getByText('Setting user: ‹账号›')).toBeVisible()
})

test('the member labels, assigns and closes it; the reporter sees it without reloading', async () => {
  const { page } = maker
  await page.goto(`${address}/issues/1`)
  const side = page.getByRole('complementary', { name: '详情' })
  await side.getByRole('button', { name: '选择标签' }).click()
  await page.getByRole('checkbox', { name: '界面' }).check()
  await page.keyboard.press('Escape')
  await expect(side.getByRole('link', { name: '界面' })).toBeVisible()
  await page.getByRole('textbox', { name: '回复内容' }).fill('修好了。')
  await page.getByRole('button', { name: '关闭并发表回复' }).click()
  await page.getByRole('menuitem', { name: /^已完成/ }).click()
  await expect(page.locator('#floor-1')).toContainText('修好了。')
  await expect(page.getByRole('button', { name: '重新打开' })).toBeVisible()
  await expect(reporter.page.getByRole('button', { name: '1 条新回复' })).toBeVisible()
  await reporter.page.getByRole('button', { name: '1 条新回复' }).click()
  await expect(reporter.page.getByRole('region', { name: '回复与变化' })).toContainText('已完成，关闭了此反馈')
  await page.goto(`${address}/issues?state=closed`)
  await expect(page.getByRole('link', { name: '打开地窖时崩溃' })).toBeVisible()
  expect([...maker.complaints, ...reporter.complaints]).toEqual([])
})
