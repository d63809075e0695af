import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FileDrop } from './file-drop'

const file = (name: string) => new File(['x'], name)
const dropped = (files: File[]) => ({ dataTransfer: { files, types: ['Files'] } })

test('files are dropped, chosen or pasted, but not into a text field and not while disabled', () => {
  const taken: string[][] = []
  const shown = (disabled: boolean) => (
    <FileDrop label="文件" multiple paste disabled={disabled} onFiles={(files) => taken.push(files.map((one) => one.name))}>
      {(over) => (
        <p>
          {over ? '松手' : '拖到这里'}
          <input aria-label="文字" />
        </p>
      )}
    </FileDrop>
  )
  const { rerender } = render(shown(false))
  fireEvent.dragOver(screen.getByText('拖到这里'), dropped([]))
  fireEvent.drop(screen.getByText('松手'), dropped([file('a'), file('b')]))
  screen.getByText('拖到这里')
  fireEvent.change(screen.getByLabelText('文件'), { target: { files: [file('c')] } })
  fireEvent.paste(document.body, { clipboardData: { files: [file('d')] } })
  fireEvent.paste(screen.getByLabelText('文字'), { clipboardData: { files: [file('e')] } })
  rerender(shown(true))
  fireEvent.drop(screen.getByText('拖到这里'), dropped([file('f')]))
  fireEvent.paste(document.body, { clipboardData: { files: [file('g')] } })
  expect(taken).toEqual([['a', 'b'], ['c'], ['d']])
})

test('files may be dropped anywhere on the page, except on another place for files; a text takes only pictures', () => {
  const taken: string[] = []
  const own = (files: File[]) => taken.push(...files.map((one) => one.name))
  const other: string[] = []
  render(
    <>
      <h1>上传版本</h1>
      <p className="cm-editor">更新日志</p>
      <FileDrop label="文件" multiple page onFiles={own}>
        {(over) => <p>{over ? '松手' : '拖到这里'}</p>}
      </FileDrop>
      <FileDrop label="图标" onFiles={(files) => other.push(...files.map((one) => one.name))}>
        {() => <p>图标在这里</p>}
      </FileDrop>
    </>,
  )
  const carried = (name: string, type: string) => ({
    dataTransfer: { files: [new File(['x'], name, { type })], types: ['Files'], items: [{ type }] },
  })
  fireEvent.dragOver(screen.getByText('上传版本'), carried('a.jar', ''))
  screen.getByText('松手')
  fireEvent.drop(screen.getByText('上传版本'), carried('a.jar', ''))
  screen.getByText('拖到这里')
  fireEvent.drop(screen.getByText('拖到这里'), carried('b.jar', ''))
  fireEvent.drop(screen.getByText('图标在这里'), carried('c.png', 'image/png'))
  fireEvent.drop(screen.getByText('更新日志'), carried('d.png', 'image/png'))
  fireEvent.drop(screen.getByText('更新日志'), carried('e.jar', ''))
  fireEvent.drop(screen.getByText('上传版本'), { dataTransfer: { files: [], types: ['text/plain'], items: [] } })
  expect(taken).toEqual(['a.jar', 'b.jar', 'e.jar'])
  expect(other).toEqual(['c.png'])
})
