import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer } from '@/testing/answer'
import { boardOf, issueHandlers, label, trackerOf, type Tracker } from '@/testing/issues'
import { user } from '@/testing/people'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

async function open(tracker: Tracker) {
  document.cookie = 'modyard_csrf=token; path=/'
  server.use(
    answer('GET', '/v2/user', () => ({ ...user, email_verified: true })),
    ...issueHandlers(tracker),
  )
  return renderRoute('/mod/gears-verdigris/settings/issues')
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  document.cookie = 'modyard_csrf=; path=/; max-age=0'
})

test('a member says where issues go; only what changed is sent', async () => {
  const tracker = trackerOf({ board: boardOf({ issues_type: 0, settings: true, member: true }) })
  await open(tracker)
  const person = userEvent.setup()
  expect(await screen.findByText(/^还没有开放反馈/)).toBeTruthy()
  await person.click(screen.getByRole('radio', { name: /^只在本站/ }))
  expect(screen.queryByText(/^还没有开放反馈/)).toBeNull()
  await person.click(screen.getByRole('button', { name: /^保存/ }))
  await waitFor(() => expect(tracker.asked.map(({ body }) => body)).toEqual([{ issues_type: 2 }]))
})

test('own labels are added, changed and removed; those of all projects stay', async () => {
  const own = label('own', '旧标签', '#ff0000', false)
  const tracker = trackerOf({ board: boardOf({ settings: true, member: true, labels: [label('bug', '错误'), own] }) })
  await open(tracker)
  const person = userEvent.setup()
  await person.click(await screen.findByRole('button', { name: '添加标签' }))
  const dialog = within(await screen.findByRole('dialog', { name: '添加标签' }))
  await person.type(dialog.getByRole('textbox', { name: /^名称/ }), '界面')
  const color = dialog.getByRole('textbox', { name: /^颜色/ })
  await person.clear(color)
  await person.type(color, 'red')
  await person.click(dialog.getByRole('button', { name: '保存' }))
  expect(await dialog.findByText('颜色的写法是 #rrggbb。')).toBeTruthy()
  await person.clear(color)
  await person.type(color, '#00aa00')
  await person.click(dialog.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('button', { name: '删除标签 错误' })).toBeNull()
  await person.click(screen.getByRole('button', { name: '修改标签 旧标签' }))
  const change = within(await screen.findByRole('dialog', { name: '修改标签 旧标签' }))
  await person.type(change.getByRole('textbox', { name: /^说明/ }), '说明')
  await person.click(change.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await person.click(screen.getByRole('button', { name: '删除标签 旧标签' }))
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }))
  await waitFor(() =>
    expect(tracker.asked.map(({ method, path, body }) => [method, path.split('/').at(-1), body])).toEqual([
      ['POST', 'labels', { name: '界面', color: '#00aa00', description: '' }],
      ['PATCH', 'own', { name: '旧标签', color: '#ff0000', description: '说明' }],
      ['DELETE', 'own', undefined],
    ]),
  )
})

test('a member who may not change the settings sees why', async () => {
  await open(trackerOf({ board: boardOf({ member: true }) }))
  expect(await screen.findByText('只有可以编辑资源信息的成员能修改反馈的设置。')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '添加标签' })).toBeNull()
})
