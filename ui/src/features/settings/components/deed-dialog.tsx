import { Fragment } from 'react'
import { AddressLink } from '@/components/layout/address-link'
import { Dialog } from '@/components/ui/dialog'
import { cn } from '@/lib/cn'
import { formatDateTime, formatExact } from '@/lib/format'
import { activityText as t } from '@/lib/i18n/zh-Hans/activity'
import type { Deed } from '../activity-api'
import { keyName, kindName, roleName, wordsOf } from '../model/deeds'
import keyValuesCss from '@/components/ui/key-values.module.css'
import ui from '@/components/ui/ui.module.css'

type DeedDialogProps = { deed: Deed; open: boolean; onOpenChange: (open: boolean) => void }

/** Everything that is known of what the account did on a thing within an hour. */
export function DeedDialog({ deed, open, onOpenChange }: DeedDialogProps) {
  const { key, thing } = deed
  const facts: [string, string][] = [
    [t.facts.thing, thing.title ? `${kindName(thing.kind)} · ${thing.title}` : kindName(thing.kind)],
    [t.facts.id, thing.id],
    [t.facts.times, t.times(formatExact(deed.times))],
    deed.times > 1
      ? [t.facts.when, t.until(formatDateTime(deed.first), formatDateTime(deed.last))]
      : [t.facts.when, formatDateTime(deed.last)],
    [t.facts.key, key === null ? t.noKey : keyName(key)],
    ...(key === null ? [] : [[t.facts.keyId, key.id] satisfies [string, string]]),
    [t.facts.role, roleName(deed.role)],
    [t.facts.event, deed.type],
  ]
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={wordsOf(deed.type)}>
      <dl className={cn(keyValuesCss.root, keyValuesCss.wide)}>
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className={ui.break}>{value}</dd>
          </Fragment>
        ))}
      </dl>
      {thing.kind === 'project' && thing.url ? (
        <p className={ui.above16}>
          <AddressLink className={ui.link} href={`${thing.url}/history`}>
            {t.history}
          </AddressLink>
        </p>
      ) : null}
    </Dialog>
  )
}
