import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, CircleSlash, HandCoins, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { Empty, Note } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { monthBefore } from '../model/months'
import { monthText } from '../model/words'
import { treasuryQueries } from '../treasury-api'
import type { Treasury } from '../treasury-types'
import { ExcludeDialog } from './exclude-dialog'
import { IncomeDay } from './income-day'
import { IncomeDialog } from './income-dialog'
import { PreviewDialog } from './preview-dialog'
import { Region } from './region'
import ui from '@/components/ui/ui.module.css'
import css from './treasury.module.css'

const t = revenueStaffText.income

/** The month of now, in UTC. */
const thisMonth = (): string => new Date().toISOString().slice(0, 7)

type TreasuryIncomeProps = { treasury: Treasury; month: string | undefined; onMonth: (month: string) => void }

/** The income of a month by day, its confirmation, and the sharing of each day. */
export function TreasuryIncome({ treasury, month = thisMonth(), onMonth }: TreasuryIncomeProps) {
  const [dialog, setDialog] = useState<'enter' | 'exclude'>()
  const [preview, setPreview] = useState<string>()
  const query = useQuery(treasuryQueries.days(month))
  const state = useQuery({ ...treasuryQueries.months(), select: (list) => list.find((one) => one.month === month)?.state }).data
  const settled = state === 'begun' || state === 'settled'
  const close = () => setDialog(undefined)
  return (
    <div className={ui.pile}>
      <div className={css.bar}>
        <IconButton label={t.earlier} onClick={() => onMonth(monthBefore(month, 1))}>
          <ChevronLeft className={ui.icon} aria-hidden />
        </IconButton>
        <h2 className={css.month} aria-live="polite">
          {monthText(month)}
        </h2>
        <IconButton label={t.later} disabled={month >= thisMonth()} onClick={() => onMonth(monthBefore(month, -1))}>
          <ChevronRight className={ui.icon} aria-hidden />
        </IconButton>
        <span className={cn(ui.row, ui.push)}>
          <Button onClick={() => setDialog('exclude')}>
            <CircleSlash className={ui.icon} aria-hidden />
            {t.exclude}
          </Button>
          <Button kind="primary" onClick={() => setDialog('enter')}>
            <Plus className={ui.icon} aria-hidden />
            {t.enter}
          </Button>
        </span>
      </div>
      {treasury.waiting.entries > 0 ? <Note>{treasury.alone ? revenueStaffText.alone : revenueStaffText.second}</Note> : null}
      <Region query={query} height={200}>
        {(days) =>
          days.length > 0 ? (
            <ul className={cn(css.cards, query.isPlaceholderData && ui.stale)}>
              {days.map((day) => (
                <IncomeDay key={day.day} day={day} treasury={treasury} settled={settled} onPreview={() => setPreview(day.day)} />
              ))}
            </ul>
          ) : (
            <div className={ui.card}>
              <Empty level={3} icon={HandCoins} title={t.none} hint={t.noneHint} />
            </div>
          )
        }
      </Region>
      <IncomeDialog open={dialog === 'enter'} onClose={close} sources={treasury.sources} currency={treasury.currency} />
      <ExcludeDialog open={dialog === 'exclude'} onClose={close} />
      <PreviewDialog day={preview} onClose={() => setPreview(undefined)} currency={treasury.currency} />
    </div>
  )
}
