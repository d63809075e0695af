import { Checkbox } from '@/components/ui/checkbox'
import { cn } from '@/lib/cn'
import type { Mod } from '@/lib/hosting/content'
import type { Server } from '@/lib/hosting/servers'
import { serverContentText as t } from '@/lib/i18n/zh-Hans/server-content'
import { keyOf } from '../model/mod'
import type { ContentWork } from '../use-work'
import { ContentRow } from './content-row'
import type { Asking } from './server-content'
import tableCss from '@/components/ui/table.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './server-content.module.css'

type ContentTableProps = {
  server: Server
  mods: readonly Mod[]
  picked: ReadonlySet<string>
  work: ContentWork
  onPick: (picked: ReadonlySet<string>) => void
  onAsk: (asking: Asking) => void
}

export function ContentTable({ server, mods, picked, work, onPick, onAsk }: ContentTableProps) {
  const all = mods.every((mod) => picked.has(keyOf(mod)))
  return (
    <table className={cn(tableCss.root, css.table)}>
      <caption className={ui.visuallyHidden}>{t.title}</caption>
      <thead>
        <tr>
          <th scope="col" className={css.pick}>
            <Checkbox
              aria-label={t.selectAll}
              checked={all}
              ref={(box) => {
                if (box) box.indeterminate = !all && mods.some((mod) => picked.has(keyOf(mod)))
              }}
              onChange={() => onPick(new Set(all ? [] : mods.map(keyOf)))}
            >
              {null}
            </Checkbox>
          </th>
          <th scope="col">{t.column.name}</th>
          <th scope="col">{t.column.version}</th>
          <th scope="col">{t.column.state}</th>
          <th scope="col">
            <span className={ui.visuallyHidden}>{t.column.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {mods.map((mod) => {
          const key = keyOf(mod)
          const on = picked.has(key)
          return (
            <ContentRow
              key={key}
              server={server}
              mod={mod}
              picked={on}
              work={work}
              onPick={() => onPick(on ? new Set([...picked].filter((one) => one !== key)) : new Set([...picked, key]))}
              onAsk={onAsk}
            />
          )
        })}
      </tbody>
    </table>
  )
}
