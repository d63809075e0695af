import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ModeChoice } from './mode-choice'

const bare = { featured_gallery: null, gallery: [] }
const pictured = { featured_gallery: null, gallery: ['/a.png'] }

test('a gallery of results without pictures is a list, and its button says why it cannot be pressed', async () => {
  const onMode = vi.fn()
  render(<ModeChoice mode="gallery" hits={[bare, bare, pictured]} onMode={onMode} />)
  expect(screen.getByRole('button', { name: '列表', pressed: true })).toBeTruthy()
  const gallery = screen.getByRole('button', { name: '图墙' })
  expect(gallery.hasAttribute('disabled')).toBe(true)
  expect(gallery.title).toMatch(/没有图片/)
  await userEvent.click(gallery)
  expect(onMode).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: '网格' }))
  expect(onMode).toHaveBeenCalledWith('grid')
})

test('before there are results, and for those with pictures, every mode is offered', () => {
  const { rerender } = render(<ModeChoice mode="gallery" onMode={vi.fn()} />)
  const pressed = () => screen.getByRole('button', { pressed: true }).getAttribute('aria-label')
  expect(pressed()).toBe('图墙')
  rerender(<ModeChoice mode="gallery" hits={[bare, pictured]} onMode={vi.fn()} />)
  expect(pressed()).toBe('图墙')
})
