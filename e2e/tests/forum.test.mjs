// The team of a project opens its board, people answer, the team hides an answer and shows it again, an answer is reported.
import { visitor } from '../lib/browser.mjs'
import { complete, findings, overflow } from '../lib/look.mjs'
import { explain, signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const mine = '/plugin/build-contest-kit'
let server, owner, staff, stranger, discussion

test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  owner = await visitor(browser, server.url)
  await signIn(owner.context, server, '演示创作者')
  staff = await visitor(browser, server.url)
  await signIn(staff.context, server, '演示版主')
  stranger = await visitor(browser, server.url)
})

test.afterAll(async () => {
  await server?.stop()
})

const floor = (page, number) => page.locator(`#floor-${number}`)
const choose = async (page, menu, item) => {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('without a discussion visitors read that the team may open one, and the team opens it', async () => {
  await stranger.page.goto(`${mine}/forum`)
  await expect(stranger.page.getByText('还没有开启讨论')).toBeVisible()
  await expect(stranger.page.getByRole('button', { name: '开启讨论' })).toHaveCount(0)
  const { page } = owner
  await page.goto(mine)
  await page.getByRole('navigation', { name: '资源页面' }).getByRole('link', { name: '讨论' }).click()
  await page.waitForURL(`**${mine}/forum`)
  await page.getByRole('button', { name: '开启讨论' }).click()
  await page.getByRole('textbox', { name: '开头的话' }).click()
  await page.keyboard.type('这里聊搭建比赛的事。')
  await page.getByRole('button', { name: '开启讨论' }).click()
  await expect(floor(page, 0)).toContainText('这里聊搭建比赛的事。')
  discussion = (await (await page.request.get(`${server.url}/v3/project/build-contest-kit/forum`)).json()).discussion
  expect(discussion).toBeTruthy()
})

test('the address of the discussion leads to the board, in the browser and from the server', async () => {
  const answer = await fetch(`${server.url}/d/${discussion}?page=1`, { redirect: 'manual' })
  expect(answer.status).toBe(301)
  expect(answer.headers.get('location')).toBe(`${mine}/forum?page=1`)
  await staff.page.goto('/forums/project')
  await staff.page.getByRole('region', { name: '讨论' }).locator(`a[href="${mine}/forum"]`).first().click()
  await staff.page.waitForURL(`**${mine}/forum`)
  await expect(staff.page).toHaveTitle(/^讨论 - /)
})

test('an answer is shown on the board and on the page of its author', async () => {
  const { page } = staff
  await page.getByRole('textbox', { name: '回复内容' }).click()
  await page.keyboard.type('比赛什么时候开始？')
  await page.getByRole('button', { name: '发表回复' }).click()
  await expect(floor(page, 1)).toContainText('比赛什么时候开始？')
  await page.goto(`/user/${encodeURIComponent('演示版主')}/forum`)
  await page.getByRole('region', { name: '回复' }).getByRole('link').first().click()
  await page.waitForURL(`**${mine}/forum#floor-1`)
})

test('the team hides the answer with a reason and shows it again', async () => {
  const { page } = owner
  await page.goto(`${mine}/forum`)
  await complete(page)
  await choose(page, '1 楼的更多操作', '隐藏')
  await explain(page, 'spam')
  await expect(floor(page, 1)).toContainText('此楼已被隐藏，只有作者、资源成员与管理人员能看到。')
  await stranger.page.goto(`${mine}/forum`)
  await expect(floor(stranger.page, 1)).toContainText('此楼已被隐藏')
  await expect(floor(stranger.page, 1)).not.toContainText('比赛什么时候开始')
  await staff.page.goto('/moderation/audit?kind=talk-hidden')
  await expect(staff.page.getByRole('row').filter({ hasText: '隐藏讨论内容' }).first()).toContainText('演示创作者')
  await choose(page, '1 楼的更多操作', '恢复')
  await expect(floor(page, 1)).not.toContainText('只有作者')
  await stranger.page.reload()
  await expect(floor(stranger.page, 1)).toContainText('比赛什么时候开始')
})

test('an answer is reported, and the staff finds its floor', async () => {
  const { page } = owner
  await choose(page, '1 楼的更多操作', '举报')
  await page.waitForURL('**/report?**')
  await expect(page.locator('.report-form__found .report-form__item')).toContainText('比赛什么时候开始')
  await page.getByRole('radio', { name: /垃圾内容/ }).check()
  await page.getByRole('button', { name: '提交举报' }).click()
  await page.waitForURL('**/dashboard/report/*')
  const id = page.url().split('/').at(-1)
  await staff.page.goto(`/moderation/report/${id}`)
  await expect(staff.page.locator(`a[href="${mine}/forum#floor-1"]`)).toBeVisible()
})

test('filters are in the address', async () => {
  const { page } = owner
  await page.goto('/forums/project')
  await page.getByRole('navigation', { name: '筛选' }).getByRole('link', { name: '我的' }).click()
  await page.waitForURL('**/forums/project?filter=mine')
  await expect(page.getByRole('region', { name: '讨论' }).locator(`a[href="${mine}/forum"]`).first()).toBeVisible()
  await page.getByRole('navigation', { name: '筛选' }).getByRole('link', { name: '未回复' }).click()
  await page.waitForURL('**/forums/project?filter=unanswered')
  await expect(page.getByText('按发起时间，最新的在前')).toBeVisible()
})

test('the board and the filtered lists fit, and have no findings', async () => {
  for (const { page } of [owner, stranger])
    for (const path of [`${mine}/forum`, '/forums/all?filter=unanswered']) {
      await page.goto(path)
      await complete(page)
      expect(await findings(page)).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      expect(await overflow(page)).toBeUndefined()
      await page.setViewportSize({ width: 1440, height: 900 })
    }
  for (const { complaints } of [owner, staff, stranger]) expect(complaints).toEqual([])
})
