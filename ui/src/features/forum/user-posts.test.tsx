import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer } from '@/testing/answer'
import { ofProject, post, talkOf } from '@/testing/discussion'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

test('the page of a person lists what they wrote, each answer at its floor', async () => {
  const asked: (string | null)[] = []
  server.use(
    answer('GET', '/v3/user/{id}/forum', ({ request }) => {
      const cursor = new URL(request.url).searchParams.get('cursor')
      asked.push(cursor)
      const { discussion } = talkOf({ ...ofProject, title: '齿轮怎么咬合' })
      return cursor === null
        ? { discussions: [talkOf().discussion], posts: [{ post: post(22, { content: '**对**齐就行' }), discussion }], next: 'bmV4dA' }
        : { discussions: [], posts: [{ post: post(3), discussion: talkOf().discussion }], next: null }
    }),
  )
  await renderRoute('/user/banmei/forum')
  const answers = within(await screen.findByRole('region', { name: '回复' }))
  expect(answers.getByRole('link', { name: '齿轮怎么咬合' }).getAttribute('href')).toBe('/mod/gears-verdigris/forum#floor-22')
  expect(answers.getByText('对齐就行')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: '最近发起的讨论' })).getByRole('link', { name: '熔炉不点火怎么办' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '帖子' }).getAttribute('aria-current')).toBe('page')
  await userEvent.setup().click(screen.getByRole('button', { name: '更早的回复' }))
  expect((await answers.findByRole('link', { name: '熔炉不点火怎么办' })).getAttribute('href')).toBe('/d/Disc0001#floor-3')
  expect([...new Set(asked)]).toEqual([null, 'bmV4dA'])
  expect(screen.queryByRole('button', { name: '更早的回复' })).toBeNull()
})

test('a person who wrote nothing has an empty page', async () => {
  server.use(answer('GET', '/v3/user/{id}/forum', () => ({ discussions: [], posts: [], next: null })))
  await renderRoute('/user/banmei/forum')
  expect(await screen.findByText('还没有帖子')).toBeTruthy()
})
