import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render as renderPlain, screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { ImageDialog } from './image-dialog'
import { LinkDialog, VideoDialog } from './insert-dialogs'
import type { InsertProps } from './insert-dialogs'

const props: InsertProps = { selected: '', onInsert: () => undefined, onClose: () => undefined }

const render = (dialog: ReactElement) => renderPlain(<QueryClientProvider client={new QueryClient()}>{dialog}</QueryClientProvider>)

function titles(area: HTMLElement) {
  return [...area.querySelectorAll('b, small, p')].map((one) => one.textContent)
}

test('the error area names the field that is wrong and why, with the fixed English words small beside it', async () => {
  const malformed = 'Invalid URL. Make sure the URL is well-formed.'
  for (const [Dialog, field, title] of [
    [LinkDialog, '链接', '链接有误'],
    [VideoDialog, '视频链接', '视频链接有误'],
    [ImageDialog, '图片链接', '图片链接有误'],
  ] as const) {
    const { unmount } = render(<Dialog {...props} />)
    fireEvent.change(screen.getByRole('textbox', { name: new RegExp(`^${field}`) }), { target: { value: 'no address' } })
    expect(titles(await screen.findByRole('alert'))).toEqual([title, 'Error', '网址不完整，或者写错了', malformed])
    unmount()
  }
})

test('a picture that cannot be uploaded is a failed upload, not a wrong address', async () => {
  render(<ImageDialog {...props} onImageUpload={() => Promise.reject(new Error('down'))} />)
  const chosen = screen.getByLabelText('上传', { selector: 'input[type=file]' })
  fireEvent.change(chosen, { target: { files: [new File(['x'], 'a.png', { type: 'image/png' })] } })
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('图片没有上传')).toBeTruthy()
  expect(within(alert).queryByText(/有误/)).toBeNull()
})
