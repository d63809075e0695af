import type { ReactNode } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { Note, type NoteTone } from '@/components/ui/feedback'
import { revenueText as t } from '@/lib/i18n/zh-Hans/revenue'
import { centsOf, formatCents, formatMoney } from '@/lib/money'
import type { Obstacle } from '../model/standing'
import type { PayoutBalance } from '../types'
import ui from '@/components/ui/ui.module.css'
import css from './standing.module.css'

type ObstaclesProps = { obstacles: readonly Obstacle[]; balance: PayoutBalance; least: number | undefined }

const tones: Record<Obstacle, NoteTone> = {
  paused: 'warn',
  methods: 'info',
  frozen: 'bad',
  verified: 'warn',
  factor: 'warn',
  debt: 'bad',
  open: 'info',
  nothing: 'info',
  minimum: 'info',
}

/** What keeps one from withdrawing, each with the page that solves it. */
export function Obstacles({ obstacles, balance, least }: ObstaclesProps) {
  return (
    <ul className={css.list}>
      {obstacles.map((one) => (
        <li key={one}>
          <Note tone={tones[one]}>
            <Said obstacle={one} balance={balance} least={least ?? 0} />
          </Note>
        </li>
      ))}
    </ul>
  )
}

function Said({ obstacle, balance, least }: { obstacle: Obstacle; balance: PayoutBalance; least: number }): ReactNode {
  const words = t.standing
  const { available, currency, standing } = balance
  switch (obstacle) {
    case 'frozen':
      return (
        <>
          {words.frozen}
          {standing.frozen_reason ? <p>{words.frozenFor(standing.frozen_reason)}</p> : null}
          <p>
            <PathLink className={ui.link} to="/dashboard/notifications">
              {words.appeal}
            </PathLink>
          </p>
        </>
      )
    case 'verified':
    case 'factor':
      return (
        <>
          {words[obstacle]}{' '}
          <PathLink className={ui.link} to="/settings/$page" params={{ page: 'account' }}>
            {obstacle === 'verified' ? words.verify : words.enable}
          </PathLink>
        </>
      )
    case 'debt':
      return words.debt(formatMoney(available, currency))
    case 'minimum':
      return words.minimum(formatCents(least, currency), formatCents(least - centsOf(available), currency))
    case 'open':
      return (
        <>
          {words.open}{' '}
          <PathLink className={ui.link} to="/dashboard/revenue/{-$part}" params={{ part: 'transfers' }}>
            {words.openLink}
          </PathLink>
        </>
      )
    default:
      return words[obstacle]
  }
}
