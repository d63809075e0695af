import { render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { besideLazy, readyLazy } from './ready-lazy'

const load = () => Promise.resolve({ default: ({ name }: { name: string }) => <p>there is {name}</p> })

function show(Part: ReturnType<typeof besideLazy<{ name: string }>>) {
  render(
    <Suspense fallback="waiting">
      <Part name="it" />
    </Suspense>,
  )
}

test('a preloaded component is shown by the first render', async () => {
  const Part = readyLazy(load)
  await Part.preload()
  show(Part)
  expect(screen.queryByText('waiting')).toBeNull()
  expect(screen.queryByText('there is it')).not.toBeNull()
})

test('other components suspend', async () => {
  show(readyLazy(load))
  expect(screen.queryByText('waiting')).not.toBeNull()
  await screen.findByText('there is it')
})

test('a component that is loaded beside its module is shown by the first render, and asked for again if that failed', async () => {
  const Part = besideLazy(load)
  await Promise.resolve()
  await Promise.resolve()
  show(Part)
  expect(screen.queryByText('waiting')).toBeNull()

  let asked = 0
  const Late = besideLazy(() => (asked++ === 0 ? Promise.reject(new Error('no connection')) : load()))
  await Promise.resolve()
  show(Late)
  await waitFor(() => expect(screen.getAllByText('there is it')).toHaveLength(2))
})
