import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { renderRoute } from '@/testing/render-route'
import { server } from '@/testing/server'

test('a name in use is named when its field is left, and the error goes with the next letter', async () => {
  const asked: unknown[] = []
  server.use(
    http.post('*/v2/auth/create/validate', async ({ request }) => {
      const body = (await request.json()) as { username: string }
      asked.push(body)
      if (body.username !== 'steve') return new HttpResponse(null, { status: 204 })
      return HttpResponse.json({ error: 'username_taken', description: '该用户名已被使用', field: 'username' }, { status: 409 })
    }),
  )
  await renderRoute('/auth/sign-up')
  const user = userEvent.setup()
  const name = await screen.findByLabelText(/用户名/)
  await user.type(name, 'steve')
  await user.tab()
  await screen.findByText('该用户名已被使用')
  await user.type(name, '2')
  expect(screen.queryByText('该用户名已被使用')).toBeNull()
  await user.tab()
  await expect.poll(() => asked).toEqual([{ username: 'steve' }, { username: 'steve2' }])
  expect(screen.queryByText('该用户名已被使用')).toBeNull()
})
