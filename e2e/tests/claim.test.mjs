// The maker of an imported project claims it; the staff checks the evidence and accepts; the claimant then owns the
// project.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { launch, picture, visitor } from '../lib/browser.mjs'
import { findings, overflow } from '../lib/look.mjs'
import { explain, signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'

let server, browser, maker, staff, project

before(async () => {
  server = await Server.demonstration()
  browser = await launch()
  maker = await visitor(browser, server.url)
  await signIn(maker.context, server, '演示创作者')
  staff = await visitor(browser, server.url)
  await signIn(staff.context, server, '演示版主')
  const [{ slug }] = await (await fetch(`${server.url}/v3/organization/carried-over/projects`)).json()
  project = await (await fetch(`${server.url}/_internal/project/${slug}`)).json()
})

afterEach(async () => {
  await picture(maker?.page, 'claim-maker')
  await picture(staff?.page, 'claim-staff')
})

after(async () => {
  await browser?.close()
  await server?.stop()
})

const title = () => project.title_zh ?? project.title

test('an imported project is claimed from its page, with a token', async () => {
  const { page } = maker
  await page.goto(`/${project.url_type}/${project.slug}`)
  await page.getByRole('link', { name: '认领此资源' }).click()
  await page.waitForURL('**/dashboard/claims/new?**')
  await page.getByText(/^modyard-[0-9a-f]{20}$/).waitFor()
  await page.getByRole('button', { name: '提交认领' }).click()
  await page.getByText('请填写链接。').waitFor()
  await page.getByRole('textbox', { name: '源码仓库的链接' }).fill('javascript:alert(1)')
  await page.getByRole('button', { name: '提交认领' }).click()
  await page.getByText('必须是有效的 https 链接').waitFor()
  assert.deepEqual(await findings(page), [])
  assert.ok(!(await overflow(page)))
  await page.getByRole('textbox', { name: '源码仓库的链接' }).fill('https://example.org/maker/lantern')
  await page.getByRole('textbox', { name: '补充说明' }).fill('我是原作者。')
  await page.getByRole('button', { name: '提交认领' }).click()
  await page.waitForURL('**/dashboard/claims')
  await page.getByText('我是原作者。').waitFor()
  await page.goto(`/dashboard/claims/new?project=${project.id}`)
  await page.getByText('你已认领过这个资源').waitFor()
  await page.getByRole('link', { name: '查看我的认领' }).click()
})

test('the staff is notified, sees the evidence and accepts; the claimant’s page updates', async () => {
  const { page } = staff
  await page.goto('/dashboard/notifications')
  await page.getByRole('link', { name: '有资源被认领' }).click()
  await page.waitForURL('**/moderation/claims')
  const claim = page.getByRole('listitem').filter({ hasText: '我是原作者。' })
  await claim.getByRole('link', { name: 'https://example.org/maker/lantern' }).waitFor()
  assert.deepEqual(await findings(page), [])
  await page.setViewportSize({ width: 390, height: 844 })
  assert.ok(!(await overflow(page)))
  await claim.getByRole('button', { name: '通过' }).click()
  await explain(page, 'complies')
  await page.getByText('没有待核实的认领').waitFor()
  await maker.page.getByText('没有待核实的认领').waitFor()
})

test('the claimant owns the project, and reads the reason', async () => {
  const { page } = maker
  await page.goto('/dashboard/claims?state=ended')
  await page.getByText('已通过').first().waitFor()
  await page.goto('/dashboard/notifications')
  await page.getByRole('link', { name: '你的认领已通过' }).click()
  await page.waitForURL(`**/${project.slug}`)
  await page.getByRole('heading', { level: 1, name: title() }).waitFor()
  assert.equal(await page.getByRole('link', { name: '认领此资源' }).count(), 0)
  await page.goto(`/${project.url_type}/${project.slug}/settings`)
  await page.getByRole('textbox').first().waitFor()
})
