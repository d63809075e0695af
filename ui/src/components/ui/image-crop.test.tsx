import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { CropperProps } from 'react-easy-crop'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ImageCrop } from './image-crop'

/** What the library is told: it measures the screen, of which jsdom has none. */
const told = vi.hoisted(() => ({ props: undefined as Partial<CropperProps> | undefined }))
vi.mock('react-easy-crop', () => ({
  default: (props: Partial<CropperProps>) => {
    told.props = props
    return <div {...props.cropperProps} />
  },
}))

const library = () => {
  if (!told.props) throw new Error('nothing is cropped')
  return told.props
}
const view = () => ({ crop: library().crop, zoom: Math.round((library().zoom ?? 0) * 1_000) / 1_000 })
const area = (x: number, y: number, width: number) => ({ x, y, width, height: width })
const stage = () => screen.findByRole('application', { name: /方向键移动/ })
const press = async (...keys: string[]) => {
  const on = await stage()
  for (const key of keys) fireEvent.keyDown(on, { key })
}

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined }))
  Object.assign(HTMLImageElement.prototype, { decode: () => Promise.resolve() }) // jsdom reads no pictures
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(HTMLImageElement.prototype, 'decode')
  told.props = undefined
})

const shown = (onSquare?: (image: HTMLImageElement, square: { x: number; y: number; width: number }) => Promise<void>) =>
  render(
    <ImageCrop
      file={new File(['x'], 'a.png', { type: 'image/png' })}
      round={false}
      onClose={() => undefined}
      onDone={() => undefined}
      onSquare={onSquare}
    />,
  )

test('the picture is resized by keys, between the whole of it and twelve times', async () => {
  shown()
  await press('+', '=')
  expect(view().zoom).toBe(1.563)
  await press('-', '_', '-')
  expect(view().zoom).toBe(1) // the bounds of a picture are not known before it is loaded
  act(() => library().onMediaLoaded?.({ width: 400, height: 100, naturalWidth: 400, naturalHeight: 100 }))
  await press('-')
  expect(view().zoom).toBe(0.8)
  await press(...Array.from({ length: 20 }, () => '-'))
  expect(view().zoom).toBe(0.25)
  await press(...Array.from({ length: 30 }, () => '+'))
  expect(view().zoom).toBe(12)
})

test('a movement stays when another key is pressed, and the middle takes it back', async () => {
  shown()
  await press('+')
  act(() => library().onCropChange?.({ x: 40, y: -8 })) // what the library makes of an arrow key, a pointer or a finger
  await press('a', 'Shift')
  expect(view()).toEqual({ crop: { x: 40, y: -8 }, zoom: 1.25 })
  fireEvent.click(screen.getByRole('button', { name: '居中' }))
  expect(view()).toEqual({ crop: { x: 0, y: 0 }, zoom: 1 })
})

test('the size is a slider in words, and the place is said when it has been chosen', async () => {
  shown()
  await press('+')
  expect(screen.getByRole('slider', { name: '缩放' }).getAttribute('aria-valuetext')).toBe('125%')
  expect(library().keyboardStep).toBe(5)
  act(() => library().onCropComplete?.(area(12.4, 30.6, 40), area(50, 122, 160)))
  expect(screen.getByRole('status').textContent).toBe('裁剪范围距图片左边 12%，距上边 31%')
})

test('the picture itself and the newest square are handed over, also after the middle was asked for', async () => {
  const squares: unknown[] = []
  shown((image, square) => {
    squares.push([image.src, square])
    return Promise.resolve()
  })
  await stage()
  const use = screen.getByRole('button', { name: '使用' })
  expect(use).toHaveProperty('disabled', true)
  act(() => library().onCropAreaChange?.(area(10, 10, 50), area(40, 40, 200)))
  // The library reports only this of a view that was set.
  act(() => library().onCropAreaChange?.(area(25, 25, 50), area(100, 100, 200)))
  fireEvent.click(use)
  await waitFor(() => expect(squares).toEqual([['blob:picture', area(100, 100, 200)]]))
})

test('a picture that cannot be drawn is said, and another place can be tried', async () => {
  shown(() => Promise.reject(new Error('Canvas toBlob failed')))
  await stage()
  act(() => library().onCropAreaChange?.(area(0, 0, 50), area(0, 0, 64)))
  const use = screen.getByRole('button', { name: '使用' })
  fireEvent.click(use)
  expect(await screen.findByText('图片处理失败，请换一张再试。')).toBeTruthy()
  await waitFor(() => expect(use).toHaveProperty('disabled', false))
})
