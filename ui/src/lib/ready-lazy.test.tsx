import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { readyLazy } from './ready-lazy'

const load = () => Promise.resolve({ default: ({ name }: { name: string }) => <p>there is {name}</p> })

function show(Part: ReturnType<typeof readyLazy<{ name: string }>>) {
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
