import { screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { ago } from '@/testing/time'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'
import { resetEachTest, signedIn } from '@/testing/review'

resetEachTest()

const overview = {
  queue: { waiting: 0, day: 0, two_days: 0, oldest: null },
  reports: { open: 0, oldest: null },
  claims: { open: 0, oldest: null },
  translations: { open: 0, oldest: null },
  recent: { approved: 0, rejected: 0, withheld: 0, median_seconds: null },
  oldest: [],
  work: [],
}

const refused = { id: 7, kind: 'reset', account: 'AAAAAAAA', queued: ago(30), given_up: ago(2), tries: 1, cause: 'refused', code: 550 }
const waited = { id: 6, kind: 'verify', account: null, queued: ago(90), given_up: ago(60), tries: 27, cause: 'unreachable', code: null }

test('the overview lists letters that could not be sent, with their cause and without an address', async () => {
  signedIn('moderator')
  server.use(
    http.get('/_internal/moderation/overview', () => HttpResponse.json(overview)),
    http.get('/_internal/moderation/letters', () => HttpResponse.json({ letters: [refused, waited], total: 102 })),
  )
  await renderRoute('/moderation')
  const table = await screen.findByRole('table', { name: '未能送达的邮件' })
  const rows = within(table).getAllByRole('row')
  expect(rows[1]?.textContent).toMatch(/重设密码.*AAAAAAAA.*收件服务器拒收（550）.*1/)
  expect(rows[2]?.textContent).toMatch(/验证邮箱.*未知.*邮件服务器没有答复.*27/)
  expect(within(table).getByRole('link', { name: 'AAAAAAAA' }).getAttribute('href')).toBe('/user/AAAAAAAA')
  expect(screen.getByText('最近 30 天 102 封，显示最新的 2 封')).toBeTruthy()
})

test('without such letters the overview does not mention them', async () => {
  signedIn('moderator')
  server.use(http.get('/_internal/moderation/overview', () => HttpResponse.json(overview)))
  await renderRoute('/moderation')
  await screen.findByRole('heading', { name: '队列是空的' })
  expect(screen.queryByText('未能送达的邮件')).toBeNull()
})
