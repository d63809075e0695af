// A project's past: its author mends what a moderator named, the moderator sees what changed, and visitors look back at what
// was public.
import { visitor } from '../lib/browser.mjs'
import { findings, overflow } from '../lib/look.mjs'
import { command, signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

const slug = 'sand-seasons'
let server, author, staff, stranger, project

test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  author = await visitor(browser, server.url)
  await signIn(author.context, server, '演示创作者')
  staff = await visitor(browser, server.url)
  await signIn(staff.context, server, '演示版主')
  stranger = await visitor(browser, server.url)
  project = await (await author.context.request.get(`${server.url}/_internal/project/${slug}`)).json()
})

test.afterAll(async () => {
  await server?.stop()
})

const edit = (changes) => command(author.context, server, 'PATCH', `/v2/project/${project.id}`, changes)
const decide = (changes) => command(staff.context, server, 'PATCH', `/v2/project/${project.id}`, changes)
const at = (part) => `/${project.url_type}/${slug}/${part}`

/** A page without faults, wide and narrow. */
async function sound(page, name) {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findings(page), `${name} at ${width}`).toEqual([])
    expect(await overflow(page), `${name} is wider than ${width}`).toBeFalsy()
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('a rejection names its points, which the author ticks off while mending', async () => {
  await edit({ status: 'processing' })
  await decide({
    status: 'rejected',
    reason: { code: 'incomplete', text: '请补充' },
    moderation_message: '请补充**描述**与简介。',
    moderation_options: ['description-insufficient', 'summary-insufficient'],
  })
  await edit({
    description: '把四季分开的沙漏：每一季的风都不同。',
    body: '## 玩法\n\n沙漏翻转一次，季节就过去一个。\n\n- 春天的风吹开种子。\n- 冬天的风吹灭火把。',
  })
  const { page } = author
  await page.goto(at('moderation'))
  const mend = page.getByRole('region', { name: '要改的地方' })
  await expect(mend.getByText('已完成 0 / 2')).toBeVisible()
  await mend.getByRole('checkbox', { name: '简介 · 不足' }).check()
  await expect(mend.getByText('已完成 1 / 2')).toBeVisible()
  await page.reload()
  await expect(mend.getByText('已完成 1 / 2')).toBeVisible()
  await expect(mend.getByRole('checkbox', { name: '简介 · 不足' })).toBeChecked()
  await expect(page.getByText('演示版主'), 'the author learns who decided').toHaveCount(0)
  await sound(page, 'mending')
  await mend.getByRole('link', { name: '去修改：描述 · 不足' }).click()
  await page.waitForURL(`**${at('settings/description')}`)
})

test('before resubmitting the author sees what changed, as the moderator will', async () => {
  const { page } = author
  await page.goto(at('moderation'))
  const since = page.locator('details').filter({ hasText: '自上次提交以来的改动' })
  await expect(since.getByRole('row', { name: /^简介/ })).toBeVisible()
  const words = await since.innerText()
  await page.getByRole('button', { name: '重新提交审核', exact: true }).click()
  await expect(page.getByText('第 1 位', { exact: true }).or(page.getByText('排队位置')).first()).toBeVisible()
  const { page: panelPage } = staff
  await panelPage.goto(`/${project.url_type}/${slug}?review=1`)
  const panel = panelPage.getByRole('complementary', { name: '审核面板' })
  await panel.getByText('自上次提交以来的改动').click()
  await expect(panel.getByRole('row', { name: /^简介/ })).toBeVisible()
  expect(await panel.innerText()).toContain('每一季的风都不同')
  expect(words).toContain('每一季的风都不同')
  await sound(panelPage, 'panel')
})

test('a member walks through every moment with the keyboard, and compares two of them', async () => {
  await decide({ status: 'approved', reason: { code: 'complies' } })
  await edit({ title: '沙季（新版）' })
  const { page } = author
  await page.goto(at('history'))
  const slider = page.getByRole('slider', { name: '时间点' })
  const last = Number(await slider.getAttribute('aria-valuenow'))
  await slider.press('PageDown')
  await page.waitForURL('**/history?as_of=**')
  expect(Number(await slider.getAttribute('aria-valuenow'))).toBeLessThan(last)
  expect((await slider.getAttribute('aria-valuetext')) ?? '').toMatch(/批准$/)
  await slider.press('PageDown')
  expect((await slider.getAttribute('aria-valuetext')) ?? '').toMatch(/重新提交$/)
  const changes = page.getByRole('region', { name: '改动' })
  await expect(changes.getByRole('row', { name: /^简介/ })).toBeVisible()
  await sound(page, 'changes')
  await page.getByRole('button', { name: '当时的页面' }).click()
  await expect(page.getByText(/^你看到的是 .* 的资源。$/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: '玩法' })).toBeVisible()
  await slider.press('Home')
  await expect(page.getByText(/^你看到的是/)).toBeVisible()
  await sound(page, 'draft')
  await slider.press('End')
  await expect(page.getByText('这是资源现在的样子。')).toBeVisible()
})

test('a visitor looks back at public moments only, and search engines stay out', async () => {
  const { page } = stranger
  const open = await page.goto(at('history'))
  expect(open.status()).toBe(200)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  const list = page.getByRole('list', { name: '公开记录' })
  await list.getByRole('button', { name: /批准/ }).click()
  await page.getByRole('button', { name: '当时的页面' }).click()
  await expect(page.getByText(/^你看到的是 .* 的资源。$/)).toBeVisible()
  expect((await page.getByText('沙季（新版）').locator('visible=true').count()) > 0, 'the bar names the project of now').toBe(true)
  await sound(page, 'visitor')
  const { steps } = await (await author.context.request.get(`${server.url}/_internal/project/${slug}/steps`)).json()
  const draft = steps.find((step) => !step.public)
  const hidden = await stranger.context.request.get(`${server.url}/_internal/project/${slug}/as_of/${draft.position}`)
  expect(hidden.status()).toBe(404)
  await page.getByRole('link', { name: '回到现在' }).click()
  await page.waitForURL(`**/${project.url_type}/${slug}`)
})
