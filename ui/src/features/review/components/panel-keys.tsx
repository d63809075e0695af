import { Fragment } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { reviewChecklistText as t } from '@/lib/i18n/zh-Hans/review-checklist'
import css from './checklist.module.css'

const rows = [
  ['next', ['→', 'N'], 'N'],
  ['previous', ['←', 'P'], 'P'],
  ['option', ['1–9'], '1–9'],
  ['generate', ['E'], 'E'],
  ['message', ['M'], 'M'],
  ['reason', [], 'Y'],
  ['leave', ['Esc'], ''],
  ['generateAnywhere', [], 'Ctrl Shift E'],
  ['fold', ['C'], 'C'],
  ['help', ['?'], '/'],
  ['approve', [], 'A'],
  ['withhold', [], 'W'],
  ['reject', [], 'R'],
  ['skip', [], 'S'],
] as const

/** The keys of a chord; one that names them all stands by itself. */
function chordOf(chord: string): string[] {
  if (chord === '') return []
  return chord.includes(' ') ? chord.split(' ') : ['Shift', 'Alt', chord]
}

/** The list of the panel's keys. */
export function PanelKeys({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={t.keys.title}>
      <p className={css.keysHint}>{t.keys.hint}</p>
      <dl className={css.keyList}>
        {rows.map(([name, alone, chord]) => (
          <Fragment key={name}>
            <dt>{t.keys.names[name]}</dt>
            <dd>
              {alone.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
            <dd>
              {chordOf(chord).map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  )
}
