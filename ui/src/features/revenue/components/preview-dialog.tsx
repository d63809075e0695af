import { useQuery } from '@tanstack/react-query'
import { Button } from '@/components/ui/button'
import { DataTable } from '@/components/ui/data-table'
import { Dialog } from '@/components/ui/dialog'
import { Note } from '@/components/ui/feedback'
import { Figures } from '@/components/ui/figures'
import { ApiError } from '@/lib/api/errors'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { revenueText } from '@/lib/i18n/zh-Hans/revenue'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { centsOf, formatCents, formatMoney } from '@/lib/money'
import { toast } from '@/stores/toasts'
import { treasuryQueries } from '../treasury-api'
import { useShareDay } from '../treasury-commands'
import type { TreasuryDay } from '../treasury-types'
import { ProjectName } from './project-name'
import { Region } from './region'
import formCss from '@/components/ui/form.module.css'
import tableCss from '@/components/ui/number-table.module.css'
import ui from '@/components/ui/ui.module.css'

const t = revenueStaffText.income

type PreviewDialogProps = { day: string | undefined; onClose: () => void; currency: string }

/** What the sharing of a day would give, and what it changes most. */
export function PreviewDialog({ day, onClose, currency }: PreviewDialogProps) {
  return (
    <Dialog open={day !== undefined} onOpenChange={onClose} title={t.previewTitle(day ?? '')} wide>
      {day === undefined ? null : <Body day={day} onClose={onClose} currency={currency} />}
    </Dialog>
  )
}

function Body({ day, onClose, currency }: { day: string; onClose: () => void; currency: string }) {
  const query = useQuery(treasuryQueries.preview(day))
  const share = useShareDay()
  return (
    <div className={ui.pile}>
      <p className={ui.muted}>{t.previewNote}</p>
      {ApiError.is(query.error, 409) ? (
        <Note tone="warn">{query.error.description}</Note>
      ) : (
        <Region query={query} height={240}>
          {(shown) => (
            <>
              {shown.shared ? <Note tone="ok">{t.alreadyShared}</Note> : null}
              <Shown day={shown} currency={currency} />
            </>
          )}
        </Region>
      )}
      <div className={formCss.actions}>
        <Button onClick={onClose}>{uiText.cancel}</Button>
        <Button
          kind="primary"
          loading={share.isPending}
          disabled={!query.data || query.data.shared}
          onClick={() =>
            share.mutate(day, {
              onSuccess: () => {
                toast(t.shareStarted)
                onClose()
              },
            })
          }
        >
          {query.data?.shared ? t.shared : t.share}
        </Button>
      </div>
    </div>
  )
}

function Shown({ day, currency }: { day: TreasuryDay; currency: string }) {
  return (
    <>
      <Figures
        figures={[
          { name: t.creators, value: formatMoney(day.creators, currency) },
          { name: t.platformName, value: formatMoney(day.platform, currency) },
          { name: t.reserveName, value: formatMoney(day.reserve, currency) },
          { name: t.people, value: formatExact(day.people) },
        ]}
      />
      <h3 className={ui.heading}>{t.changes}</h3>
      {day.changes.length > 0 ? (
        // What scrolls can be scrolled by keyboard.
        // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex
        <div className={tableCss.scroll} role="group" aria-label={t.changes} tabIndex={0}>
          <DataTable className={tableCss.root} columns={[revenueText.breakdown.project, t.before, t.now, t.difference]}>
            {day.changes.map(({ project, before, now }) => {
              const change = centsOf(now) - centsOf(before)
              return (
                <tr key={project.id}>
                  <th scope="row">
                    <ProjectName project={project} />
                  </th>
                  <td>{formatMoney(before, currency)}</td>
                  <td>{formatMoney(now, currency)}</td>
                  <td className={cn(change > 0 ? ui.ok : change < 0 && ui.bad)}>{formatCents(change, currency, true)}</td>
                </tr>
              )
            })}
          </DataTable>
        </div>
      ) : (
        <p className={ui.muted}>{t.noChanges}</p>
      )}
    </>
  )
}
