// The maker of an imported project claims it; the staff checks the evidence and accepts; the claimant then owns the
// project.
import { visitor } from '../lib/browser.mjs'
import { findings, overflow } from '../lib/look.mjs'
import { explain, signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

test.describe.configure({ mode: 'serial' })

let server, maker, staff, project

test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  maker = await visitor(browser, server.url)
  await signIn(maker.context, server, '演示创作者')
  staff = await visitor(browser, server.url)
  await signIn(staff.context, server, '演示版主')
  const [{ slug }] = await (await fetch(`${server.url}/v3/organization/carried-over/projects`)).json()
  project = await (await fetch(`${server.url}/_internal/project/${slug}`)).json()
})

test.afterAll(async () => {
  await server?.stop()
})

const title = () => project.title_zh ?? project.title

test('an imported project is claimed from its page, with a token', async () => {
  const { page } = maker
  await page.goto(`/${project.url_type}/${project.slug}`)
  await page.getByRole('link', { name: '认领此资源' }).click()
  await page.waitForURL('**/dashboard/claims/new?**')
  await expect(page.getByText(/^modyard-[0-9a-f]{20}$/)).toBeVisible()
  await page.getByRole('button', { name: '提交认领' }).click()
  await expect(page.getByText('请填写链接。')).toBeVisible()
  await page.getByRole('textbox', { name: '源码仓库的链接' }).fill('javascript:alert(1)')
  await page.getByRole('button', { name: '提交认领' }).click()
  await expect(page.getByText('必须是有效的 https 链接')).toBeVisible()
  expect(await findings(page)).toEqual([])
  expect(await overflow(page)).toBeFalsy()
  await page.getByRole('textbox', { name: '源码仓库的链接' }).fill('https://example.org/maker/lantern')
  await page.getByRole('textbox', { name: '补充说明' }).fill('我是原作者。')
  await page.getByRole('button', { name: '提交认领' }).click()
  await page.waitForURL('**/dashboard/claims')
  await expect(page.getByText('我是原作者。')).toBeVisible()
  await page.goto(`/dashboard/claims/new?project=${project.id}`)
  await expect(page.getByText('你已认领过这个资源')).toBeVisible()
  await page.getByRole('link', { name: '查看我的认领' }).click()
})

test('the staff is notified, sees the evidence and accepts; the claimant’s page updates', async () => {
  const { page } = staff
  await page.goto('/dashboard/notifications')
  await page.getByRole('link', { name: '有资源被认领' }).first().click()
  await page.waitForURL('**/moderation/claims')
  const claim = page.getByRole('listitem').filter({ hasText: '我是原作者。' })
  await expect(claim.getByRole('link', { name: 'https://example.org/maker/lantern' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBeFalsy()
  await claim.getByRole('button', { name: '通过' }).click()
  await explain(page, 'complies')
  await expect(page.getByText('没有待核实的认领')).toBeVisible()
  await expect(maker.page.getByText('没有待核实的认领')).toBeVisible()
})

test('the claimant owns the project, and reads the reason', async () => {
  const { page } = maker
  await page.goto('/dashboard/claims?state=ended')
  await expect(page.getByText('已通过').first()).toBeVisible()
  await page.goto('/dashboard/notifications')
  await page.getByRole('link', { name: '你的认领已通过' }).click()
  await page.waitForURL(`**/${project.slug}`)
  await expect(page.getByRole('heading', { level: 1, name: title() })).toBeVisible()
  await expect(page.getByRole('link', { name: '认领此资源' })).toHaveCount(0)
  await page.goto(`/${project.url_type}/${project.slug}/settings`)
  await expect(page.getByRole('textbox').first()).toBeVisible()
})
