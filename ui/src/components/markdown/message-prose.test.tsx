import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { MessageProse } from './message-prose'

vi.mock('@tanstack/react-router', async (original) => ({ ...(await original<object>()), useRouter: () => ({ navigate: vi.fn() }) }))

test('a picture of another host loads when it is pressed, without a referrer, and a link around it is not followed', async () => {
  const user = userEvent.setup()
  const follow = vi.fn()
  document.addEventListener('click', (event) => follow(event.defaultPrevented), { once: true })
  render(<MessageProse html={'<p>看图 <a href="/x"><img src="https://spy.example/x.png" alt="图"/></a></p>'} />)
  expect(screen.queryByRole('img')).toBeNull()
  const button = screen.getByRole('button', { name: '显示 spy.example 上的图片：图' })
  button.focus()
  await user.keyboard('{Enter}')
  const image = screen.getByRole<HTMLImageElement>('img', { name: '图' })
  expect(image.src).toBe('https://spy.example/x.png')
  expect(image.referrerPolicy).toBe('no-referrer')
  expect(document.activeElement).toBe(image)
  expect(follow).not.toHaveBeenCalledWith(false)
})

test('in a text that changes a pressed picture stays, and a new one waits', async () => {
  const one = '<img src="https://spy.example/x.png?a=1&amp;b=2" alt="一"/>'
  const { rerender } = render(<MessageProse html={`<p>${one}</p>`} />)
  await userEvent.click(screen.getByRole('button', { name: '显示 spy.example 上的图片：一' }))
  const two = '<img src="https://spy.example/y.png" alt="二"/>'
  rerender(<MessageProse html={`<p>改了 ${one}${two}</p>`} />)
  expect(screen.getAllByRole<HTMLImageElement>('img').map((image) => [image.src, image.getAttribute('referrerpolicy')])).toEqual([
    ['https://spy.example/x.png?a=1&b=2', 'no-referrer'],
  ])
  screen.getByRole('button', { name: '显示 spy.example 上的图片：二' })
})
