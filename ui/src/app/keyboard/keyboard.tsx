import { lazy, Suspense, useEffect } from 'react'
import { flagOn } from '@/stores/flags'
import { usePalette } from '@/stores/palette'
import { commandOf, step } from './keys'

const CommandPalette = lazy(() => import('./command-palette'))
const KeyHelp = lazy(() => import('./key-help'))

const layers = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** The keys of every page, and what they open. */
export default function Keyboard() {
  const { shown, open, close } = usePalette()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!flagOn('shortcuts')) return
      const command = commandOf(event, document.querySelector(layers) !== null)
      if (!command) return
      event.preventDefault()
      if (command === 'next' || command === 'previous') step(command === 'next' ? 1 : -1)
      else if (usePalette.getState().shown === command) close()
      else open(command)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [open, close])
  return (
    <Suspense>
      {shown === 'commands' ? <CommandPalette onClose={close} /> : null}
      {shown === 'keys' ? <KeyHelp onClose={close} /> : null}
    </Suspense>
  )
}
