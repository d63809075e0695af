import { cn } from '@/lib/cn'
import { ListChecks } from 'lucide-react'
import { Card } from '@/components/ui/card'
import { DataTable } from '@/components/ui/data-table'
import { Empty } from '@/components/ui/feedback'
import { formatExact } from '@/lib/format'
import { moderationText as t } from '@/lib/i18n/zh-Hans/moderation'
import type { ModeratorWork } from '../work-api'
import ui from '@/components/ui/ui.module.css'
import tableCss from '@/components/ui/number-table.module.css'
import css from './work.module.css'

type Agreed = ModeratorWork['agreed'][number]
const kinds = ['rejected', 'withheld', 'approved'] as const

function outcomesText(outcomes: Agreed['own']): string {
  return t.outcomes(kinds.filter((kind) => outcomes[kind] > 0).map((kind) => `${t.outcome[kind]} ${formatExact(outcomes[kind])}`))
}

/** How the moderator and the others decided where the same option of the checklist was chosen. */
export function AgreedTable({ agreed }: { agreed: readonly Agreed[] }) {
  return (
    <Card id="work-agreed" title={t.agreed} note={t.agreedHint}>
      {agreed.length === 0 ? (
        <Empty icon={ListChecks} title={t.agreedNone} hint={t.agreedNoneHint} />
      ) : (
        <div className={tableCss.scroll}>
          <DataTable title={t.agreed} className={cn(tableCss.root, css.table)} columns={[t.column.option, t.column.own, t.column.others]}>
            {agreed.map(({ option, step, name, own, others }) => (
              <tr key={option}>
                <th scope="row">
                  <span className={ui.subtle}>{step}</span> {name}
                </th>
                <td>
                  <Split outcomes={own} />
                </td>
                <td>
                  <Split outcomes={others} />
                </td>
              </tr>
            ))}
          </DataTable>
        </div>
      )}
    </Card>
  )
}

/** The outcomes in words, above a bar of their shares. */
function Split({ outcomes }: { outcomes: Agreed['own'] }) {
  const all = kinds.reduce((sum, kind) => sum + outcomes[kind], 0)
  if (all === 0) return <span className={ui.subtle}>{t.othersNone}</span>
  return (
    <span className={css.split}>
      {outcomesText(outcomes)}
      <span className={css.shares} aria-hidden>
        {kinds.map((kind) => (outcomes[kind] > 0 ? <i key={kind} className={css[kind]} style={{ flexGrow: outcomes[kind] }} /> : null))}
      </span>
    </span>
  )
}
