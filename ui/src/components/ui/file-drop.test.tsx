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
