// A visitor downloads a file; the team of the project sees it by day, by version and by what it was downloaded with.
import { readFile } from 'node:fs/promises'
import { visitor } from '../lib/browser.mjs'
import { findings, overflow } from '../lib/look.mjs'
import { signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const mine = '/mod/build-contest-kit'

let server, owner
test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  owner = await visitor(browser, server.url)
  await signIn(owner.context, server, '演示创作者')
})
test.afterAll(() => server?.stop())

test('a project without downloads says so', async () => {
  const { page } = owner
  await page.goto(`${mine}/settings`)
  await page.getByRole('link', { name: '数据分析' }).click()
  await page.waitForURL('**/settings/analytics')
  await expect(page.getByText('这段时间没有数据')).toBeVisible()
  expect(await findings(page)).toEqual([])
})

test('a download is seen by its day and its version', async ({ browser }) => {
  // A headless browser says so, and counts as a program that reads everything.
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  const { context, page } = await visitor(browser, server.url, { userAgent })
  await page.goto(`${mine}/versions`)
  const fetched = page.waitForEvent('download')
  await page.getByRole('main').locator('a[download]').first().click()
  expect((await fetched).suggestedFilename()).toMatch(/\.jar$/)
  await context.close()

  const mainPage = owner.page
  // The hit is in the log before the file ends, and is counted a moment later.
  const counted = async () => (await owner.context.request.get(`${server.url}/_internal/analytics`)).json()
  await expect.poll(async () => (await counted()).sums).toMatchObject({ downloads: { value: 1 }, views: { value: 1 } })
  await mainPage.goto(`${mine}/settings/analytics`)
  const chart = mainPage.getByRole('group', { name: /^下载趋势/ })
  await chart.focus()
  await chart.press('End')
  await expect(mainPage.getByRole('status').filter({ hasText: '上一时段 0' })).toContainText('下载 1')
  await chart.press('ArrowLeft')
  await expect(mainPage.getByRole('status').filter({ hasText: '上一时段 0' })).toContainText('下载 0')
  await expect(mainPage.getByRole('region', { name: '这段时间的总览' })).toContainText('每百次浏览的下载100')
  const table = mainPage.getByRole('region', { name: '按版本' })
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table).toContainText('100%')
  await mainPage.getByRole('combobox', { name: '分组' }).selectOption({ label: '来源程序' })
  await expect(mainPage).toHaveURL(/by=client/)
  await expect(mainPage.getByRole('region', { name: '按来源程序' })).toContainText('浏览器')
})

test('the range is in the address, and what is shown is saved as a table', async () => {
  const { page } = owner
  await page.getByRole('button', { name: '近 7 天' }).click()
  await expect(page).toHaveURL(/days=7/)
  await page.reload()
  await expect(page.getByRole('button', { name: '近 7 天' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: '显示表格' }).click()
  await expect(page.getByRole('table', { name: '下载趋势' }).getByRole('row')).toHaveCount(8)
  await page.getByRole('combobox', { name: '粒度' }).selectOption({ label: '小时' })
  await expect(page).toHaveURL(/slice=hour/)
  await expect(page.getByRole('table', { name: '下载趋势' }).getByRole('row')).toHaveCount(7 * 24 + 1)
  await page.getByRole('combobox', { name: '粒度' }).selectOption({ label: '天' })
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出 CSV' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^下载-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
  expect((await readFile(await file.path(), 'utf8')).split('\r\n')[0]).toBe('\uFEFF时间,下载,上一时段')
  await page.getByRole('button', { name: '自定义' }).click()
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/)
})

test('views, playtime and followers are seen beside downloads', async () => {
  const { page } = owner
  await page.goto(`${mine}/settings/analytics`)
  const metrics = page.getByRole('group', { name: '看什么' })
  await metrics.getByRole('button', { name: /^浏览/ }).click()
  await expect(page).toHaveURL(/metric=views/)
  await expect(page.getByRole('heading', { name: '浏览趋势' })).toBeVisible()
  await metrics.getByRole('button', { name: /^新关注/ }).click()
  await expect(page).toHaveURL(/metric=followers/)
  await metrics.getByRole('button', { name: /^下载/ }).click()
  await expect(page).not.toHaveURL(/metric=/)
})

test('what is downloaded shows its trend on the page of the project and on the dashboard', async () => {
  const { page } = owner
  await page.goto(mine)
  await expect(page.getByRole('heading', { name: '下载趋势' })).toBeVisible()
  await page.goto('/dashboard/projects')
  await expect(page.getByRole('img', { name: '近 15 天每日下载，最后一天 1 次' })).toBeVisible()
})

test('the staff sees the whole site', async ({ browser }) => {
  const staff = await visitor(browser, server.url)
  await signIn(staff.context, server, '演示版主')
  await staff.page.goto('/dashboard/analytics')
  await staff.page.getByRole('combobox', { name: '范围' }).selectOption({ label: '全站' })
  await expect(staff.page).toHaveURL(/of=site/)
  await expect(staff.page.getByRole('region', { name: '按项目' }).getByRole('row')).toHaveCount(2)
  await staff.context.close()
})

test('all projects of a person are analysed together, also on a phone', async () => {
  const { page } = owner
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard/analytics')
  await expect(page.getByRole('region', { name: '按项目' }).getByRole('row')).toHaveCount(2)
  expect(await overflow(page)).toBe(undefined)
  expect(await findings(page)).toEqual([])
})
