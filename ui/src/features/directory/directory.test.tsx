import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer } from '@/testing/answer'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

const person = (name: string) => ({
  id: `User${name}`,
  name,
  slug: name,
  icon_url: null,
  description: '',
  created: '2026-01-01T00:00:00Z',
  projects: 0,
  downloads: 0,
})
let asked: string[] = []

/** Answers with so many people in all, of whom the given ones are on the page. */
function people(total: number, ...names: string[]) {
  asked = []
  const places = { users: total, organizations: 2, collections: 0 }
  server.use(
    answer('GET', '/_internal/directory/users', ({ request }) => {
      asked.push(new URL(request.url).search)
      return { hits: names.map(person), offset: 0, limit: 20, total_hits: total }
    }),
    answer('GET', '/_internal/directory/counts', () => places),
    answer('GET', '/_internal/search/counts', () => ({})),
  )
}

test('people who are searched for are ordered by how well they match, and otherwise by downloads', async () => {
  people(1, 'Mira')
  const user = userEvent.setup()
  const { router } = await renderRoute('/users?q=mira')
  expect(await screen.findByRole('link', { name: 'Mira' })).toBeTruthy()
  const order = screen.getByLabelText<HTMLSelectElement>('排序')
  expect([...order.options].map((one) => one.text)).toEqual(['相关度', '下载量', '最新加入'])
  await user.selectOptions(order, '下载量')
  await waitFor(() => expect(asked.at(-1)).toContain('sort=downloads'))
  await router.navigate({ href: '/users' })
  await waitFor(() => expect([...order.options].map((one) => one.text)).toEqual(['下载量', '最新加入']))
})

test('people are listed or stand in a grid, as is remembered for them', async () => {
  people(2, 'Mira', 'Noor')
  const user = userEvent.setup()
  await renderRoute('/users')
  const modes = await screen.findByRole('group', { name: '显示方式' })
  expect(within(modes).getByRole('button', { name: '列表' }).getAttribute('aria-pressed')).toBe('true')
  await screen.findByRole('link', { name: 'Mira' })
  await user.click(within(modes).getByRole('button', { name: '网格' }))
  expect(within(modes).getByRole('button', { name: '网格' }).getAttribute('aria-pressed')).toBe('true')
  expect(decodeURIComponent(document.cookie)).toContain('"user":"grid"')
  expect(screen.getAllByRole('article')).toHaveLength(2)
  await user.click(within(modes).getByRole('button', { name: '列表' }))
})

test('a name without people leads to the places that have it, and to all people', async () => {
  people(0)
  await renderRoute('/users?q=quay')
  const empty = (await screen.findByRole('heading', { name: '没有找到用户' })).parentElement as HTMLElement
  expect((await within(empty).findByRole('link', { name: '团队 2' })).getAttribute('href')).toBe('/organizations?q=quay')
  expect(within(empty).getByRole('link', { name: '浏览全部作者' }).getAttribute('href')).toBe('/users')
})

test('a page behind the last leads to the last one', async () => {
  people(45)
  await renderRoute('/users?q=quay&o=4000')
  await screen.findByRole('heading', { name: '这一页没有结果' })
  expect(screen.getByRole('link', { name: '前往最后一页' }).getAttribute('href')).toBe('/users?q=quay&o=40')
  expect(screen.queryByText('没有找到用户')).toBeNull()
})
