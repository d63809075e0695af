// States of what people say: the sections, a discussion on the board of a project, an issue.
import { breaks, button, dialog, menu, waits, waitsFrom } from './shared.mjs'

const section = '/forums/chat'
const board = '/mod/gears-and-verdigris/forum'
const issues = '/mod/hundred-hearths/issues'
const press = (name) => (page) => button(page, name)
// The page of a project has its own button before that of its issues.
const bell = (name, path) => ({
  name,
  path,
  opens: (page) =>
    page
      .locator('[aria-haspopup=menu]')
      .filter({ hasText: /^(关注|已关注|已静音)$/ })
      .first(),
  shows: menu,
})

/** States of somebody without an account. */
export function talkVisitorStates() {
  return [
    waits('forum', section),
    breaks('forum', section),
    waitsFrom('issues', '/mod/hundred-hearths', (page) => page.getByRole('link', { name: /^反馈/ }).first()),
    breaks('issues', issues),
    waitsFrom('issue', issues, (page) => page.locator(`a[href^="${issues}/"]`).first()),
    breaks('issue', `${issues}/1`),
    waits('talk-search', '/forums/search?q=%E7%81%AF'),
    breaks('talk-search', '/forums/search?q=%E7%81%AF'),
  ]
}

/** States of an account that writes. */
export function talkStates() {
  return [
    bell('state-watch', section),
    {
      name: 'state-forum-compose',
      path: section,
      act: async (page) => {
        await button(page, '发起讨论').click()
        await page.getByRole('textbox', { name: '标题' }).fill('灯笼怎么挂')
        await page.getByRole('textbox', { name: '内容' }).click()
        await page.keyboard.type('求教，**屋檐**下面。')
      },
    },
    {
      name: 'state-answer',
      path: board,
      act: async (page) => {
        await button(page, '回复 1 楼').click()
        await page.getByRole('textbox', { name: '回复内容' }).click()
        await page.keyboard.type('试过了，可以。')
      },
    },
    { name: 'state-talk-acts', path: board, opens: press('1 楼的更多操作'), shows: menu },
    { name: 'state-talk-history', path: board, opens: press(/^已编辑$/) },
    {
      name: 'state-issue-compose',
      path: issues,
      act: async (page) => {
        await button(page, '新建反馈').click()
        await page.getByRole('textbox', { name: /^标题/ }).fill('打开背包时崩溃')
      },
    },
    bell('state-watch-issues', issues),
  ]
}

const behind = (entry) => ({
  path: board,
  opens: press('1 楼的更多操作'),
  shows: menu,
  returns: press('1 楼的更多操作'),
  act: async (page) => {
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
    await dialog(page).waitFor()
  },
})

/** States of the staff. */
export function talkStaffStates() {
  return [
    { name: 'state-talk-hide', ...behind('隐藏') },
    { name: 'state-talk-bar', ...behind('禁言…') },
    { name: 'state-held-hide', path: '/moderation/posts', opens: press(/^不通过 .+ 的发言$/) },
  ]
}
