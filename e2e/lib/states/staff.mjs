// States of the staff and of an invited account.
import { answers, breaks, button, waits } from './shared.mjs'
import { talkStaffStates } from './talk.mjs'

const press = (name) => (page) => button(page, name)
const review = '/project/lobby-aquarium?review=1'

export function staffStates({ report }) {
  return [
    waits('queue', '/moderation/review'),
    breaks('queue', '/moderation/review'),
    waits('reports', '/moderation/reports'),
    {
      name: 'state-queue-empty',
      path: '/moderation/review',
      before: answers('**/_internal/moderation/projects*', { projects: [], total: 0, counts: {}, late: { day: 0, two_days: 0 } }),
    },
    { name: 'moderation-report', path: `/moderation/report/${report}` },
    { name: 'state-reason', path: `/moderation/report/${report}`, opens: press('关闭举报') },
    { name: 'state-message-delete', path: `/moderation/report/${report}`, opens: press('删除消息') },
    {
      name: 'state-review-message',
      path: review,
      act: async (page) => {
        const panel = page.getByRole('complementary', { name: '审核面板' })
        await panel.getByRole('textbox', { name: '给作者的消息' }).click()
        await page.keyboard.type('第二张图来自别处，请换成自己的。')
        await panel.getByRole('combobox', { name: '原因' }).selectOption('侵犯版权')
        await panel.getByRole('button', { name: '拒绝' }).and(page.locator(':enabled')).waitFor()
      },
    },
    {
      name: 'state-review-ask',
      path: review,
      act: async (page) => {
        await page.getByRole('complementary', { name: '审核面板' }).getByRole('button', { name: '批准' }).click()
        await page.getByRole('dialog', { name: '确认批准？' }).waitFor()
      },
    },
    {
      name: 'state-review-files',
      path: '/modpack/lightning-harvest?review=1',
      act: async (page) => {
        const panel = page.getByRole('complementary', { name: '审核面板' })
        await panel.getByRole('button', { name: /^第 12 步/ }).click()
        await panel.getByRole('form').waitFor()
      },
    },
    {
      name: 'state-review-folded',
      path: review,
      // A phone shows the panel or the page.
      act: (page, width) => (width === 390 ? page.getByText('项目页', { exact: true }).click() : button(page, '收起审核面板').click()),
    },
    {
      name: 'state-review-done',
      path: review,
      before: (page) =>
        page.route('**/v2/project/*', (route) =>
          route.request().method() === 'PATCH' ? route.fulfill({ status: 204 }) : route.fallback(),
        ),
      act: async (page) => {
        await page.getByRole('complementary', { name: '审核面板' }).getByRole('button', { name: '批准' }).click()
        await button(page, '仍要批准').click()
        await page.getByText(/您已完成此项目的审核/).waitFor()
      },
    },
    ...talkStaffStates(),
  ]
}

/** An invited account that has not answered. */
export function invitedStates() {
  return [
    { name: 'state-invited', path: '/mod/build-contest-kit' },
    { name: 'state-invited-notifications', path: '/', opens: press(/^通知/) },
  ]
}
