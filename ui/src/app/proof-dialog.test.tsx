import { QueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { send } from '@/lib/api/client'
import { askProofWith } from '@/lib/api/confirm'
import { server } from '@/testing/server'
import { askProof } from './proof-dialog'

const client = new QueryClient()
const token = { name: 'build', scopes: 2, expires: '2027-01-01T00:00:00Z' }

afterEach(() => askProofWith(undefined))

/** The server wants a proof before it makes a token, and accepts one password. */
function strict(): unknown[] {
  const seen: unknown[] = []
  let proven = false
  server.use(
    http.post('/v2/pat', () => {
      seen.push('token')
      return proven
        ? HttpResponse.json({ id: 'AAAAAAAA' })
        : HttpResponse.json({ error: 'precondition_required', description: '请先确认是你本人在操作' }, { status: 428 })
    }),
    http.post('/v2/auth/confirm', async ({ request }) => {
      const body = (await request.json()) as { password?: string; code?: string }
      seen.push(body)
      proven = body.password === 'right' || body.code === '123456'
      return proven
        ? new HttpResponse(null, { status: 204 })
        : HttpResponse.json({ error: 'wrong_password', description: '当前密码不正确', field: 'password' }, { status: 400 })
    }),
  )
  askProofWith((from) => askProof(client, from))
  return seen
}

test('a command that needs a proof asks for the password and is sent again', async () => {
  const user = userEvent.setup()
  const seen = strict()
  const made = send('POST', '/v2/pat', { body: token })
  await user.click(await screen.findByRole('button', { name: '确认' }))
  expect(screen.getByText('请填写当前密码。')).toBeTruthy()
  await user.type(screen.getByLabelText(/当前密码/), 'wrong{Enter}')
  expect(await screen.findByText('当前密码不正确')).toBeTruthy()
  await user.type(screen.getByLabelText(/当前密码/), 'right{Enter}')
  expect(await made).toMatchObject({ id: 'AAAAAAAA' })
  expect(seen).toEqual(['token', { password: 'wrong' }, { password: 'right' }, 'token'])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a code of the second factor is a proof too', async () => {
  const user = userEvent.setup()
  const seen = strict()
  const made = send('POST', '/v2/pat', { body: token })
  await user.click(await screen.findByRole('button', { name: '改用验证码' }))
  await user.type(screen.getByLabelText(/验证码/), '123456{Enter}')
  await made
  expect(seen).toEqual(['token', { code: '123456' }, 'token'])
})

test('without a proof the command fails once, and concurrent ones share one dialog', async () => {
  const user = userEvent.setup()
  const seen = strict()
  const made = Promise.allSettled([send('POST', '/v2/pat', { body: token }), send('POST', '/v2/pat', { body: token })])
  expect(await screen.findAllByRole('dialog')).toHaveLength(1)
  await user.keyboard('{Escape}')
  for (const result of await made) expect(result).toMatchObject({ status: 'rejected', reason: { status: 428 } })
  expect(seen).toEqual(['token', 'token'])
})
