import { QueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { askReason } from './reason-dialog'

const client = new QueryClient()

test('a reason is a code of the list, with a text where the code requires one', async () => {
  const user = userEvent.setup()
  const answer = askReason(client)
  await user.click(await screen.findByRole('button', { name: '继续' }))
  expect(screen.getByRole('alert').textContent).toBe('请选择原因。')
  await user.selectOptions(screen.getByRole('combobox'), '其他')
  expect(screen.getByRole('alert').textContent).toContain('请写明原因')
  await user.type(screen.getByRole('textbox'), '作者来信')
  await user.click(screen.getByRole('button', { name: '继续' }))
  expect(await answer).toEqual({ code: 'other', text: '作者来信' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('concurrent commands that need a reason share one dialog, and closing it gives no reason', async () => {
  const user = userEvent.setup()
  const answers = [askReason(client), askReason(client)]
  expect(await screen.findAllByRole('dialog')).toHaveLength(1)
  await user.keyboard('{Escape}')
  expect(await Promise.all(answers)).toEqual([undefined, undefined])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the focus returns to the button when its command has ended', async () => {
  const user = userEvent.setup()
  const button = document.body.appendChild(document.createElement('button'))
  button.focus()
  const answer = askReason(client, button)
  button.disabled = true
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  expect(await answer).toBeUndefined()
  await new Promise((done) => setTimeout(done, 120))
  expect(document.activeElement).toBe(document.body)
  button.disabled = false
  await waitFor(() => expect(document.activeElement).toBe(button))
  button.remove()
})
