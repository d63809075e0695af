// A whole review by keyboard alone: from the queue through every step to the decision and the next project.
import { visitor } from '../lib/browser.mjs'
import { findings } from '../lib/look.mjs'
import { signIn } from '../lib/people.mjs'
import { Server } from '../lib/server.mjs'
import { expect, test } from '../lib/test.mjs'

let server, page
test.beforeAll(async ({ browser }) => {
  server = await Server.demonstration()
  const moderator = await visitor(browser, server.url)
  await signIn(moderator.context, server, '演示版主')
  page = moderator.page
  await page.addInitScript(() => {
    window.pointers = 0
    addEventListener('pointerdown', () => window.pointers++, true)
  })
})
test.afterAll(async () => {
  await server?.stop()
})

test('a moderator goes from the queue through every step to an approval and to the next project without a mouse', async () => {
  const { projects } = await (await page.context().request.get(`${server.url}/_internal/moderation/projects`)).json()
  const project = projects.find((one) => !one.own && one.url_type !== 'modpack')
  const panel = page.getByRole('complementary', { name: '审核面板' })
  const message = panel.getByRole('textbox', { name: '给作者的消息' })

  await page.goto('/moderation/review')
  const row = page.getByRole('table', { name: '等待审核的项目' }).getByRole('link', { name: project.name, exact: true })
  for (let times = 0; times < 40 && !(await row.evaluate((element) => element === document.activeElement)); times++)
    await page.keyboard.press('j')
  await expect(row).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel.getByText(/^第 1 步/)).toBeVisible()

  // A decision that lacks something says so and leads there.
  await page.keyboard.press('Shift+Alt+R')
  await expect(panel.getByText(/^不能拒绝：/)).toHaveCount(1)
  await expect(message).toBeFocused()
  await page.keyboard.press('Escape')

  // Looking ahead and back finishes no step; going on does.
  const steps = panel.getByRole('navigation', { name: '步骤' })
  const open = steps.getByRole('button', { name: /，未完成$/ })
  const total = await open.count()
  expect(total).toBeGreaterThan(3)
  await page.keyboard.press('1')
  await expect(panel.getByRole('checkbox').first()).toBeChecked()
  await page.keyboard.press('Shift+Alt+Digit1')
  await expect(open).toHaveCount(total)
  for (let left = total; left > 0; left--) {
    await expect(open).toHaveCount(left)
    // A chosen option may have moved the focus into its field, where single keys are written.
    await page.keyboard.press('Shift+Alt+N')
  }
  await expect(open).toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await expect(open).toHaveCount(0)

  await page.keyboard.press('Shift+Alt+M')
  await expect(message).toBeFocused()
  await page.keyboard.type('做得很好，可以公开了。')
  await page.keyboard.press('Shift+Alt+A')
  await expect(panel.getByRole('status').filter({ hasText: '已通过' })).toBeVisible()
  await expect(panel.getByRole('button', { name: '撤销决定' })).toBeVisible()
  await expect(panel.getByRole('button', { name: '下一个项目' })).toBeFocused()
  expect(await findings(page)).toEqual([])
  const before = page.url()
  await page.keyboard.press('Shift+Alt+S')
  await expect(page).not.toHaveURL(before)
  await expect(panel.getByText(/^第 1 步/)).toBeVisible()
  await expect(message, 'the next project begins without words of the last one').not.toContainText('做得很好')
  expect(await page.evaluate(() => window.pointers)).toBe(0)
})
